// Types of packages that have none, or none that TypeScript finds.

declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype'
    variationAxes?: Record<string, number>
  }
  /** Returns the font with only the characters of the text. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}

declare module 'bidi-js' {
  interface Bidi {
    /** An embedding level for each UTF-16 unit; odd levels run from right to left. */
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl'): { levels: Uint8Array }
  }
  export default function bidiFactory(): Bidi
}

declare module 'word-extractor' {
  interface Document {
    getBody(): string
    getTextboxes(): string
    /** With the footers. */
    getHeaders(): string
    getFootnotes(): string
    getEndnotes(): string
    getAnnotations(): string
  }

  export default class WordExtractor {
    extract(source: Buffer): Promise<Document>
  }
}
