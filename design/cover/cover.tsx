import { useState } from 'preact/hooks'
import './cover.css'

/** As the service describes a cover: see `contract/play/publications.ts`. */
export interface CoverPicture {
  url: string
  srcset: string
  ratio: number
  color: string
}

/**
 * A book's cover in a frame that keeps its shape and colour before the picture arrives. The title stands beside it, so
 * by default it says nothing to a screen reader. `sizes` is how wide it will be drawn, as `<img sizes>` says it.
 */
export function Cover({
  cover,
  sizes,
  alt = '',
  eager = false,
}: {
  cover: CoverPicture
  sizes: string
  alt?: string
  eager?: boolean
}) {
  const [arrived, setArrived] = useState(false)
  return (
    <span
      class="cover"
      style={{ '--cover-ratio': String(cover.ratio), '--cover-color': cover.color }}
      data-arrived={arrived}
    >
      {/* Attributes are set in order, and setting `src` fetches: the choice of widths comes first. */}
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

const MOST_DENSITY = 2

/** No eye tells a third pixel in a cover, which costs twice the bytes: each is said to be as much wider as there are more. */
function capDensity(srcset: string): string {
  const surplus = Math.max(1, devicePixelRatio / MOST_DENSITY)
  return srcset.replace(/ (\d+)w/g, (_, width) => ` ${Math.round(width * surplus)}w`)
}
