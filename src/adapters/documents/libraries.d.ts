/** The package has no types of its own. */
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
