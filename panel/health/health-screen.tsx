import type { Anomaly, AnswerCounts, AnswerCountsAt, Health } from '@estante/contract/panel/health.ts'
import { Badge } from '@estante/design/badge/badge.tsx'
import { CheckIcon, WarningIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import { type TimeBar, TimeBars } from '@estante/design/time-bars/time-bars.tsx'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useFresh } from '../admin-session/use-resource.ts'
import { formatNumber } from '../format-number.ts'
import { formatSize } from '../format-size.ts'
import { sectionPath } from '../router.ts'
import { Part } from '../shell/part.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { anomalies, formatServerClock, formatUptime, health, sumOf } from './health.ts'
import { anomalySentences as sentences, text } from './text.ts'
import './health-screen.css'

const LOOK_EVERY_MS = 5000
const ANOMALIES_EVERY_MS = 60_000

type Span = 'hour' | 'day'

/** The health of the service: traffic, anomalies, resources. */
export function HealthScreen() {
  const [span, setSpan] = useState<Span>('hour')
  useFresh(health, LOOK_EVERY_MS)
  useFresh(anomalies, ANOMALIES_EVERY_MS)
  return (
    <>
      <ScreenHeader
        title={text.title}
        help={text.help}
        action={
          <Segmented
            label={text.span.label}
            options={[
              { value: 'hour', label: text.span.hour },
              { value: 'day', label: text.span.day },
            ]}
            value={span}
            onChange={setSpan}
          />
        }
      />
      <div class="stack gap-6">
        <ResourceContent resource={health} skeleton={<TableSkeleton cardHeight="9rem" />}>
          {(now) => (
            <>
              <Figures counts={now[span]} span={span} />
              <Part title={text.unusual}>
                <ResourceContent resource={anomalies} skeleton={<TableSkeleton cardHeight="4rem" />}>
                  {(found) => <Anomalies found={found} />}
                </ResourceContent>
              </Part>
              <Part title={text.surfaces.title}>
                <Table
                  label={text.surfaces.label}
                  columns={surfaceColumns}
                  rows={SURFACES.map((name) => ({ name, ...now.surfaces[name] }))}
                  keyOf={({ name }) => name}
                />
              </Part>
              <Part title={text.machine.title}>
                <Machine health={now} />
              </Part>
              <p class="detail tabular">{text.updated(second.format(Date.parse(now.node.now)))}</p>
            </>
          )}
        </ResourceContent>
      </div>
    </>
  )
}

const minute = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const second = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium' })

function Figures({ counts, span }: { counts: readonly AnswerCountsAt[]; span: Span }) {
  const total = sumOf(counts)
  const minutes = span === 'hour' ? 60 : 1440
  const barsOf = (toBar: (one: AnswerCountsAt, when: string) => TimeBar) =>
    counts.map((one) => toBar(one, minute.format(Date.parse(one.at))))
  return (
    <div class="health__figures">
      <Figure
        name={text.perMinute}
        value={(total.calls / minutes).toLocaleString('pt-BR', { maximumFractionDigits: 1 })}
        help={text.perMinuteHelp(total.calls)}
        bars={barsOf(({ calls, failed }, when) => ({
          label: text.barCalls(when, calls, failed),
          value: calls,
          bad: failed,
        }))}
      />
      <Figure
        name={text.failed}
        value={text.share(total.failed, total.calls)}
        help={text.failedHelp(total.failed, total.refused)}
        links={[
          { name: text.toFailed, path: callsOf(span, 'falhas') },
          { name: text.toRefused, path: callsOf(span, 'recusadas') },
        ]}
        isBad={total.failed > 0}
        bars={barsOf(({ failed }, when) => ({ label: text.barFailed(when, failed), value: failed, bad: failed }))}
      />
      <Figure
        name={text.time}
        value={formatTime(total.msMean, total)}
        help={total.calls === 0 ? text.noTimeHelp : text.timeHelp(total.msMax)}
        bars={barsOf(({ calls, msMean, msMax }, when) => ({
          label: text.barTime(when, calls, msMean, msMax),
          value: msMean,
        }))}
      />
    </div>
  )
}

interface FigureProps {
  name: string
  value: string
  help: string
  links?: readonly { name: string; path: string }[]
  isBad?: boolean
  bars: readonly TimeBar[]
}

function Figure({ name, value, help, links = [], isBad = false, bars }: FigureProps) {
  const id = useId()
  return (
    <section class="health__figure card" aria-labelledby={id}>
      <h2 class="plain-heading note" id={id}>
        {name}
      </h2>
      <p class="health__value title-md bold tabular" data-bad={isBad ? '' : undefined}>
        {value}
      </p>
      <p class="note">{help}</p>
      {links.length > 0 && (
        <p class="text-links row">
          {links.map(({ name, path }) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
        </p>
      )}
      <TimeBars bars={bars} />
    </section>
  )
}

function Anomalies({ found }: { found: readonly Anomaly[] }) {
  if (found.length === 0) {
    return (
      <div class="health__calm card">
        <CheckIcon />
        <div>
          <p class="bold">{text.usual}</p>
          <p class="note">{text.usualHelp}</p>
        </div>
      </div>
    )
  }
  return (
    <ul class="card lined">
      {found.map((anomaly) => (
        <li key={[anomaly.kind, anomaly.partner.slug, anomaly.subject, anomaly.value].join()} class="health__anomaly">
          <WarningIcon />
          <div>
            <a class="bold link" href={sectionPath('partners', { pathParts: [anomaly.partner.slug] })}>
              {anomaly.partner.name}
            </a>
            <p>{sentences[anomaly.kind](anomaly)}</p>
            {isOfCalls(anomaly) && (
              <p class="text-links row">
                <a href={callsOf('day', anomaly.kind === 'calls-refused' ? 'recusadas' : '', anomaly.partner.slug)}>
                  {text.toCalls}
                </a>
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

const SURFACES = ['partner', 'play', 'panel', 'other'] as const

type Surface = AnswerCounts & { name: (typeof SURFACES)[number] }

/** Links to the partners' calls in the log, of the last hour or day. */
function callsOf(span: Span, resultado: 'falhas' | 'recusadas' | '', parceiro?: string): string {
  return sectionPath('log', {
    query: { resultado, periodo: span === 'hour' ? '1h' : '24h', parceiro },
  })
}

function isOfCalls({ kind }: Anomaly): boolean {
  return kind === 'calls-refused' || kind === 'calls-above-week'
}

/** Creates a column of counts, which link to the log: only partners' calls are in it. */
function countColumn(count: 'calls' | 'refused' | 'failed', resultado: 'falhas' | 'recusadas' | ''): Column<Surface> {
  return {
    name: text.surfaces[count],
    isFigure: true,
    cell: ({ name, [count]: value }) => {
      const isBad = count === 'failed' && value > 0
      const cell = isBad ? <Badge tone="danger">{formatNumber(value)}</Badge> : formatNumber(value)
      if (name !== 'partner') return cell
      return (
        <a class="health__to-log" href={callsOf('hour', resultado)}>
          {cell}
          <span class="visually-hidden"> {text.surfaces.inLog}</span>
        </a>
      )
    },
  }
}

/** Formats a response time: without calls there is none. */
function formatTime(ms: number, { calls }: { calls: number }): string {
  return calls === 0 ? text.noTime : text.ms(ms)
}

const surfaceColumns: Column<Surface>[] = [
  { name: text.surfaces.name, cell: ({ name }) => <span class="bold">{text.surfaces[name]}</span> },
  countColumn('calls', ''),
  countColumn('refused', 'recusadas'),
  countColumn('failed', 'falhas'),
  { name: text.surfaces.mean, isFigure: true, cell: (surface) => formatTime(surface.msMean, surface) },
  { name: text.surfaces.max, isFigure: true, cell: (surface) => formatTime(surface.msMax, surface) },
]

function Machine({ health: { database, storage, imports, node } }: { health: Health }) {
  const { machine } = text
  const { freeBytes, totalBytes } = storage
  const uptime = Date.parse(node.now) - Date.parse(node.startedAt)
  return (
    <dl class="health__machine card">
      <Fact name={machine.database} isBad={!database.isReachable} value={machine.kinds[database.kind]}>
        {database.answerMs === null ? machine.unreachable : machine.answered(database.answerMs)}
        {database.bytes !== null && `, ${machine.size(formatSize(database.bytes))}`}
      </Fact>
      <Fact
        name={machine.queue}
        isBad={database.waiting > 100}
        value={database.waiting === 0 ? machine.queueEmpty : machine.queueWaiting(database.waiting)}
      />
      <Fact
        name={machine.storage}
        isBad={!storage.isReachable || isNearlyFull(storage)}
        value={storage.isReachable ? machine[storage.kind] : machine.unreachable}
      >
        {[
          formatMedia(storage),
          freeBytes !== null && totalBytes !== null && machine.free(formatSize(freeBytes), formatSize(totalBytes)),
        ]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      <Fact
        name={machine.imports}
        value={imports.running === 0 ? machine.noImports : machine.importing(imports.running, imports.waiting)}
      />
      <Fact name={machine.node} value={machine.version(node.version, node.runtime)}>
        {machine.up(formatUptime(uptime))}, {machine.memory(formatSize(node.memoryBytes))}
      </Fact>
      <Fact name={machine.clock} value={formatServerClock(node)} isBad={node.clockSkewMs !== null}>
        {node.clockSkewMs === null ? node.timeZone : machine.clockDiffers(node.clockSkewMs)}
      </Fact>
    </dl>
  )
}

function formatMedia({ kind, mediaBytes }: Health['storage']): string {
  if (mediaBytes === null) return kind === 'disk' ? text.machine.measuring : ''
  return mediaBytes === 0 ? text.machine.noMedia : text.machine.media(formatSize(mediaBytes))
}

/** Whether less than a twentieth is free. */
function isNearlyFull({ freeBytes, totalBytes }: Health['storage']): boolean {
  return freeBytes !== null && totalBytes !== null && freeBytes < totalBytes / 20
}

interface FactProps {
  name: string
  value: string
  isBad?: boolean
  children?: ComponentChildren
}

function Fact({ name, value, isBad = false, children }: FactProps) {
  return (
    <div class="health__fact stack">
      <dt>{name}</dt>
      <dd>
        <span class="health__fact-value tabular" data-bad={isBad ? '' : undefined}>
          {value}
        </span>
        {children && <span class="note">{children}</span>}
      </dd>
    </div>
  )
}
