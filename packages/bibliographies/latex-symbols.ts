/** The commands of LaTeX that stand for a character. */

/** Commands that put a sign on the next letter, by the combining character of Unicode. */
export const accents: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', '.': '\u0307', '"': '\u0308' },
  ...{ u: '\u0306', r: '\u030a', H: '\u030b', v: '\u030c', d: '\u0323', c: '\u0327', k: '\u0328', b: '\u0331' },
  ...{ t: '\u0361', grave: '\u0300', acute: '\u0301', hat: '\u0302', tilde: '\u0303', bar: '\u0304', dot: '\u0307' },
  ...{ ddot: '\u0308', breve: '\u0306', check: '\u030c', vec: '\u20d7', textcommabelow: '\u0326' },
}

const letters = {
  ...{ ss: 'ß', SS: 'ẞ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å' },
  ...{ i: 'ı', j: 'ȷ', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ', textschwa: 'ə' },
}

const signs = {
  ...{ '&': '&', '%': '%', $: '$', '#': '#', _: '_', '{': '{', '}': '}', ' ': ' ', ',': ' ', ';': ' ', ':': ' ' },
  ...{ '!': '', '-': '', '/': '', '\\': ' ', '@': '', '*': '', '|': '‖', '\n': ' ', quad: ' ', qquad: ' ', space: ' ' },
  ...{ textendash: '–', textemdash: '—', ldots: '…', dots: '…', textellipsis: '…', cdots: '⋯', slash: '/' },
  ...{ textquoteleft: '‘', textquoteright: '’', textquotedblleft: '“', textquotedblright: '”', textquotesingle: "'" },
  ...{ guillemotleft: '«', guillemotright: '»', guillemetleft: '«', guillemetright: '»', quotedblbase: '„', lq: '‘' },
  ...{ rq: '’', textbackslash: '\\', textasciitilde: '~', textasciicircum: '^', textunderscore: '_', textbar: '|' },
  ...{ textless: '<', textgreater: '>', textdollar: '$', S: '§', P: '¶', dag: '†', ddag: '‡', copyright: '©' },
  ...{ textcopyright: '©', textregistered: '®', texttrademark: '™', pounds: '£', euro: '€', texteuro: '€' },
  ...{ textdegree: '°', degree: '°', textmu: 'µ', textbullet: '•', textperiodcentered: '·', textexclamdown: '¡' },
  ...{ textquestiondown: '¿', textordfeminine: 'ª', textordmasculine: 'º', lbrack: '[', rbrack: ']', lbrace: '{' },
  ...{ rbrace: '}', TeX: 'TeX', LaTeX: 'LaTeX', LaTeXe: 'LaTeX2e', BibTeX: 'BibTeX', XeTeX: 'XeTeX' },
}

const greek = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ' },
  ...{ vartheta: 'ϑ', iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', varpi: 'ϖ', rho: 'ρ' },
  ...{ varrho: 'ϱ', sigma: 'σ', varsigma: 'ς', tau: 'τ', upsilon: 'υ', phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ' },
  ...{ omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Upsilon: 'Υ' },
  ...{ Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω' },
}

const mathematics = {
  ...{ times: '×', cdot: '·', pm: '±', mp: '∓', div: '÷', ast: '∗', star: '⋆', circ: '∘', bullet: '•', oplus: '⊕' },
  ...{ otimes: '⊗', leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', equiv: '≡', approx: '≈', sim: '∼' },
  ...{ simeq: '≃', cong: '≅', propto: '∝', ll: '≪', gg: '≫', in: '∈', notin: '∉', subset: '⊂', subseteq: '⊆' },
  ...{ supset: '⊃', cup: '∪', cap: '∩', emptyset: '∅', forall: '∀', exists: '∃', neg: '¬', wedge: '∧', vee: '∨' },
  ...{ rightarrow: '→', to: '→', leftarrow: '←', leftrightarrow: '↔', Rightarrow: '⇒', Leftrightarrow: '⇔' },
  ...{ longrightarrow: '⟶', mapsto: '↦', uparrow: '↑', downarrow: '↓', infty: '∞', partial: '∂', nabla: '∇' },
  ...{ sum: '∑', prod: '∏', int: '∫', sqrt: '√', prime: '′', hbar: 'ℏ', ell: 'ℓ', Re: 'ℜ', Im: 'ℑ', aleph: 'ℵ' },
  ...{ langle: '⟨', rangle: '⟩', lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉', perp: '⊥', parallel: '∥', mid: '|' },
  ...{ log: 'log', ln: 'ln', exp: 'exp', sin: 'sin', cos: 'cos', tan: 'tan', min: 'min', max: 'max', lim: 'lim' },
  ...{ sup: 'sup', inf: 'inf', det: 'det', dim: 'dim', ker: 'ker', deg: 'deg', gcd: 'gcd', Pr: 'Pr', arg: 'arg' },
}

export const symbols: Readonly<Record<string, string>> = { ...letters, ...signs, ...greek, ...mathematics }

/** Commands whose argument is not printed. */
export const silent: ReadonlySet<string> = new Set([
  ...[
    'noopsort',
    'NOOPSORT',
    'noop',
    'SortNoop',
    'singleletter',
    'swap',
    'switchargs',
    'cite',
    'ref',
    'label',
    'footnote',
  ],
  ...['vspace', 'hspace', 'color', 'fontsize', 'selectlanguage', 'providecommand', 'newcommand'],
])

const toDigits = (digits: string, ...others: [string, string][]): ReadonlyMap<string, string> =>
  new Map([...[...digits].map((digit, value): [string, string] => [String(value), digit]), ...others])

export const superscripts = toDigits('⁰¹²³⁴⁵⁶⁷⁸⁹', ['+', '⁺'], ['-', '⁻'], ['n', 'ⁿ'], ['i', 'ⁱ'])
export const subscripts = toDigits('₀₁₂₃₄₅₆₇₈₉', ['+', '₊'], ['-', '₋'])
