import { useState } from 'preact/hooks'
import './cover.css'

/** The `Cover` of `contract/play/publications.ts`. */
export interface CoverPicture {
  url: string
  srcset: string
  ratio: number
  color: string
}

interface CoverProps {
  cover: CoverPicture
  sizes: string
  alt?: string
  eager?: boolean
}

/**
 * Book cover. Its frame has the final shape and colour before the picture loads. Hidden from screen readers by default,
 * since the title is beside it. `sizes` is the rendered width, as in `<img sizes>`.
 */
export function Cover({ cover, sizes, alt = '', eager = false }: CoverProps) {
  const [arrived, setArrived] = useState(false)
  return (
    <span
      class="cover"
      style={{ '--cover-ratio': String(cover.ratio), '--cover-color': cover.color }}
      data-arrived={arrived}
    >
      {/* Attributes are set in order and `src` starts the request, so `srcset` must come first. */}
      <img
        loading={eager ? 'eager' : 'lazy'}
        sizes={sizes}
        srcset={capDensity(cover.srcset)}
        src={cover.url}
        alt={alt}
        width={640}
        height={Math.round(640 / cover.ratio)}
        decoding="async"
        draggable={false}
        onLoad={() => setArrived(true)}
      />
    </span>
  )
}

const MAX_DENSITY = 2

/**
 * Caps the density at 2×, by inflating the declared widths: a third pixel is invisible in a cover and doubles its
 * bytes.
 */
function capDensity(srcset: string): string {
  const surplus = Math.max(1, devicePixelRatio / MAX_DENSITY)
  return srcset.replace(/ (\d+)w/g, (_, width) => ` ${Math.round(width * surplus)}w`)
}
