/** The package has no types of its own. */
declare module 'word-extractor' {
  interface Document {
    getBody(): string
    getTextboxes(): string
  }

  export default class WordExtractor {
    extract(source: Buffer): Promise<Document>
  }
}
