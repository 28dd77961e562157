/** A picture 1,080 wide. */
export function svg(height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 ${height}" width="1080" height="${height}">${content}</svg>`
}

/** Points spread by the golden ratio, the same every time. */
export function scatter(count: number, seed: number, width: number, height: number): [number, number][] {
  return Array.from({ length: count }, (_, n) => {
    const turn = (n + 1 + seed) * 0.754_877_666
    const drop = (n + 1 + seed) * 0.569_840_296
    return [Math.round((turn % 1) * width), Math.round((drop % 1) * height)]
  })
}
