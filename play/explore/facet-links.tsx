import type { FacetKind } from '@estante/contract/play/facets.ts'
import { facetListAddress } from './search-address.ts'
import { text } from './text.ts'
import './facet-links.css'

const KINDS: readonly FacetKind[] = ['subject', 'author', 'narrator', 'series']

export function FacetLinks() {
  return (
    <ul class="facet-links row" aria-label={text.browse}>
      {KINDS.map((kind) => (
        <li key={kind}>
          <a class="facet-link label link" href={facetListAddress({ kind })}>
            {text.facets[kind].list}
          </a>
        </li>
      ))}
    </ul>
  )
}
