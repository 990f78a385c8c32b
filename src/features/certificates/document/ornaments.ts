import type { PdfDocument } from '@research-platform/documents'

export const colors = {
  paper: '#fdfcf8',
  ink: '#1b2230',
  soft: '#5d6675',
  navy: '#1d2f6f',
  gold: '#b08d3c',
  red: '#b3261e',
}

export interface Point {
  x: number
  y: number
}

/** Draws the background, its pattern and the frame. */
export function drawFrame(document: PdfDocument, accent: string) {
  const { width, height } = document.page
  document.rect(0, 0, width, height).fill(colors.paper)
  drawGuilloche(document, { x: width / 2, y: height / 2 - 20 })
  const drawInsetFrame = (by: number) => document.rect(by, by, width - 2 * by, height - 2 * by)
  drawInsetFrame(22).lineWidth(2.5).stroke(accent)
  drawInsetFrame(28).lineWidth(0.75).stroke(colors.gold)
  for (const x of [28, width - 28]) for (const y of [28, height - 28]) drawCorner(document, { x, y })
}

function drawCorner(document: PdfDocument, { x, y }: Point) {
  document.circle(x, y, 11).fillAndStroke(colors.paper, colors.gold)
  drawDiamond(document, { x, y }, 5)
}

const drawDiamond = (document: PdfDocument, { x, y }: Point, radius: number) =>
  document.polygon([x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y]).fill(colors.gold)

/** Draws a line with a diamond in its middle. */
export function drawRule(document: PdfDocument, { x, y }: Point, length: number) {
  for (const side of [-1, 1]) document.moveTo(x + side * 10, y).lineTo(x + (side * length) / 2, y)
  document.lineWidth(0.75).stroke(colors.gold)
  drawDiamond(document, { x, y }, 4)
}

/** Draws a guilloche pattern, pale enough not to disturb the text. */
function drawGuilloche(document: PdfDocument, centre: Point) {
  document.save().lineWidth(0.4).strokeColor(colors.gold).strokeOpacity(0.17)
  for (let wave = -5; wave <= 5; wave++)
    drawWave(document, centre, (angle) => 160 + 5.5 * wave * Math.cos(16 * angle) + 2 * wave)
  document.restore()
}

/** Wider than high, like the page. */
const stretch = 1.75

function drawWave(document: PdfDocument, { x, y }: Point, radiusAt: (angle: number) => number) {
  const steps = 192
  for (let step = 0; step < steps; step++) {
    const angle = (2 * Math.PI * step) / steps
    const radius = radiusAt(angle)
    document[step === 0 ? 'moveTo' : 'lineTo'](x + stretch * radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  document.closePath().stroke()
}

/** Draws a seal with two ribbons and a tick. */
export function drawSeal(document: PdfDocument, { x, y }: Point, accent: string) {
  document.save()
  for (const side of [-1, 1])
    document
      .polygon(
        [x + side * 6, y + 22],
        [x + side * 28, y + 18],
        [x + side * 33, y + 62],
        [x + side * 21, y + 54],
        [x + side * 12, y + 64],
      )
      .fill(accent)
  drawScallops(document, { x, y }, 38)
  document.circle(x, y, 30).lineWidth(1.5).fillAndStroke(accent, colors.paper)
  document.circle(x, y, 26).lineWidth(0.5).stroke(colors.gold)
  document
    .moveTo(x - 12, y + 0.5)
    .lineTo(x - 3.5, y + 9)
    .lineTo(x + 13, y - 9.5)
    .lineWidth(5)
    .lineCap('round')
    .lineJoin('round')
    .stroke(colors.paper)
  document.restore()
}

function drawScallops(document: PdfDocument, { x, y }: Point, radius: number) {
  const points = Array.from({ length: 48 }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / 48
    const reach = index % 2 === 0 ? radius : radius - 4
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  })
  document.polygon(...points).fill(colors.gold)
}
