import sharp from 'sharp'

/** Draws a cover of one colour, as a PNG. */
export function coverPicture(background = '#c03020'): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
}
