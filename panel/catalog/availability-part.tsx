import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { useState } from 'preact/hooks'
import { AvailabilityDialog } from './availability-dialog.tsx'
import type { Title } from './catalog.ts'
import { text } from './text.ts'
import { TitlePart } from './title-part.tsx'

/** The partners that have the title. */
export function AvailabilityPart({ title, detail }: { title: Title; detail: PanelPublicationDetail }) {
  const [isOpen, setOpen] = useState(false)
  const { partners } = detail
  return (
    <TitlePart heading={text.availability.heading}>
      <div class="title-availability">
        <div class="title-availability__text">
          {partners === null && <p>{text.availability.all}</p>}
          {partners?.length === 0 && <p>{text.availability.none}</p>}
          {partners && partners.length > 0 && (
            <>
              <p>{text.availability.only(partners.length)}</p>
              <ul class="title-availability__partners">
                {partners.map(({ id, name }) => (
                  <li key={id}>
                    <Badge>{name}</Badge>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Button variant="soft" size="compact" onClick={() => setOpen(true)}>
          {text.availability.change}
        </Button>
      </div>
      {isOpen && <AvailabilityDialog title={title} detail={detail} onClose={() => setOpen(false)} />}
    </TitlePart>
  )
}
