// Neither package describes itself in a way that TypeScript finds.

declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype'
    variationAxes?: Record<string, number>
  }
  /** The font with the characters of the text alone. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Buffer>
}

declare module 'bidi-js' {
  interface Bidi {
    /** An embedding level for each UTF-16 unit; odd ones run from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
  }
  export default function bidiFactory(): Bidi
}
