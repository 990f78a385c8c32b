/** What makes a calendar (`PRODID`). */
export interface Product {
  company: string
  product: string
}
