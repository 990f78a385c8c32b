/** How much memory a service holds. */

/** As the service's own metrics tell it: the same on every system. */
export async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(metrics) ?? []
  return Number(bytes) / 1024 / 1024
}
