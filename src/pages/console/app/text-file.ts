/** Decodes text files as programs save them: UTF-8, UTF-16 with its mark, or Windows-1252, in which Excel saves CSV in Western Europe. */

export async function readTextFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What is no UTF-8 is taken for Windows-1252, in which every byte is a character.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
