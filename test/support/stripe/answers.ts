export type Fields = Record<string, string>

export interface Answer {
  status: number
  body: object
}
