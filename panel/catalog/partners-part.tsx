import { createPages } from '@estante/client/pages.ts'
import { SearchBox } from '@estante/client/search-box.tsx'
import type { listPartners, PartnerSummary } from '@estante/contract/panel/partners.ts'
import type { PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { RadioCards } from '@estante/design/field/radio-cards.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useRef, useState } from 'preact/hooks'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useAction } from '../actions/use-action.ts'
import { call } from '../admin-session/call.ts'
import { useScreenResource } from '../admin-session/use-resource.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { CardPart } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { text as panelText } from '../text.ts'
import { ChangedValue } from '../unsaved/changed-meanwhile.tsx'
import { useStoredValue } from '../unsaved/use-stored-value.ts'
import { changePartners, reloadTitle, type TitleProps } from './catalog.ts'
import { namePartners } from './name-partners.ts'
import { text } from './text.ts'

/** With more, the form below them would be out of reach. */
const PARTNERS_NAMED = 8

/** The partners that have the title. */
export function PartnersPart({ title, detail }: TitleProps) {
  const [isOpen, setOpen] = useState(false)
  const { partners } = detail
  return (
    <CardPart title={text.partners.heading}>
      <div class="partners-part row">
        <div class="partners-part__text stack">
          {partners === null && <p>{text.partners.all}</p>}
          {partners?.length === 0 && <p>{text.partners.none}</p>}
          {partners && partners.length > 0 && (
            <>
              <p>{text.partners.only(partners.length)}</p>
              <ul class="partners-part__badges row">
                {partners.slice(0, PARTNERS_NAMED).map(({ id, name }) => (
                  <li key={id}>
                    <Badge>{name}</Badge>
                  </li>
                ))}
                {partners.length > PARTNERS_NAMED && <li>{text.partners.others(partners.length - PARTNERS_NAMED)}</li>}
              </ul>
            </>
          )}
        </div>
        <Button variant="soft" size="compact" onClick={() => setOpen(true)}>
          {text.partners.change}
        </Button>
      </div>
      {isOpen && <PartnersDialog title={title} detail={detail} onClose={() => setOpen(false)} />}
    </CardPart>
  )
}

type PartnerChoice = NonNullable<PanelPublicationDetail['partners']>[number]

/** With fewer partners, the list has no search. */
const SEARCHED_FROM = 8

/** Makes a title available to all partners, or to selected ones. */
function PartnersDialog({ title, detail, onClose }: TitleProps & { onClose: () => void }) {
  const { partners: chosen } = detail
  const known = useStoredValue(detail)
  const [isForAll, setForAll] = useState(chosen === null)
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(
    new Map((chosen ?? []).map(({ id, name }) => [id, name])),
  )
  const [isMissing, setMissing] = useState(false)
  const act = useAction()

  function submit() {
    setMissing(!isForAll && ticked.size === 0)
    if (!isForAll && ticked.size === 0) return
    void act.run(async () => {
      const partnerIds = isForAll ? null : [...ticked.keys()]
      const isSaved = await known.save(
        () => changePartners(title, { partnerIds, partnersVersion: known.value.partnersVersion }),
        () => reloadTitle(title, detail),
      )
      if (!isSaved) return
      showToast(text.partners.saved)
      onClose()
    })
  }

  function tick({ id, name }: Pick<PartnerChoice, 'id' | 'name'>, isTicked: boolean) {
    const others = new Map(ticked)
    if (isTicked) others.set(id, name)
    else others.delete(id)
    setTicked(others)
    setMissing(false)
  }

  return (
    <ActionDialog
      title={text.partners.title}
      action={known.isNew ? panelText.unsaved.saveMine : text.partners.save}
      act={act}
      onSubmit={submit}
      onClose={onClose}
    >
      {known.isNew && (
        <ChangedValue label={text.partners.heading} now={formatPartners(known.value.partners)} onClose={onClose} />
      )}
      <RadioCards
        label={text.partners.heading}
        options={[
          { value: 'all', label: text.partners.everyone, detail: text.partners.everyoneDetail },
          { value: 'some', label: text.partners.some, detail: text.partners.someDetail },
        ]}
        value={isForAll ? 'all' : 'some'}
        onChange={(value) => setForAll(value === 'all')}
      />
      {!isForAll && (
        <>
          <p class="note" role="status" data-error={isMissing ? '' : undefined}>
            {isMissing ? text.partners.choose : text.partners.chosen(ticked.size)}
          </p>
          <Partners ticked={ticked} onTick={tick} />
        </>
      )}
    </ActionDialog>
  )
}

function formatPartners(partners: PanelPublicationDetail['partners']): string {
  if (partners === null) return text.partners.all
  if (partners.length === 0) return text.partners.none
  return namePartners(partners)
}

interface PartnersProps {
  ticked: ReadonlyMap<string, string>
  onTick: (partner: Pick<PartnerSummary, 'id' | 'name'>, isTicked: boolean) => void
}

function Partners({ ticked, onTick }: PartnersProps) {
  const [search, setSearch] = useState('')
  const isSearched = useRef(false)
  // A partner that is no longer ticked stays in the list, with the focus.
  const named = useRef(new Map<string, string>())
  for (const [id, name] of ticked) named.current.set(id, name)
  const partners = useScreenResource(() => createPartnerPages(search), search)
  const found = partners.data.value?.items ?? []
  // Ticked partners of pages that are not loaded yet.
  const others = [...named.current].filter(([id]) => !found.some((partner) => partner.id === id))
  // Stays, with the focus, while the list is loaded for another search.
  isSearched.current ||= found.length >= SEARCHED_FROM
  return (
    <div class="stack gap-3">
      {isSearched.current && <SearchBox text={text.partners.search} value={search} onSearch={setSearch} />}
      <ResourceContent resource={partners} skeleton={<Skeleton width="100%" height="8rem" />}>
        {({ items, nextCursor }) => (
          <>
            <ul class="title-partners__list lined unless-empty" aria-label={text.partners.list}>
              {search === '' &&
                nextCursor !== null &&
                others.map(([id, name]) => (
                  <li key={id}>
                    <Checkbox
                      label={name}
                      isChecked={ticked.has(id)}
                      onChange={(isTicked) => onTick({ id, name }, isTicked)}
                    />
                  </li>
                ))}
              {items.map((partner) => (
                <li key={partner.id}>
                  <Checkbox
                    label={partner.suspendedAt ? `${partner.name} (${text.partners.suspended})` : partner.name}
                    isChecked={ticked.has(partner.id)}
                    onChange={(isTicked) => onTick(partner, isTicked)}
                  />
                </li>
              ))}
            </ul>
            {items.length === 0 && <p class="note">{text.partners.noPartners}</p>}
            <LoadMore pages={partners} />
          </>
        )}
      </ResourceContent>
    </div>
  )
}

function createPartnerPages(search: string) {
  return createPages<PartnerSummary>((cursor) => {
    const query = new URLSearchParams({ ...(search && { search }), ...(cursor && { cursor }) })
    return call<typeof listPartners>('GET', `/panel/v1/partners?${query}`)
  })
}
