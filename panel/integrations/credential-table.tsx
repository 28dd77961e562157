import type { PanelCredential } from '@estante/contract/panel/credentials.ts'
import { BanIcon, MoreIcon, RotateIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { Meter } from '@estante/design/meter/meter.tsx'
import { type Column, Table } from '@estante/design/table/table.tsx'
import { CopyableCode } from '../copy/copyable-code.tsx'
import { formatRoute, formatShortRoute } from '../format-route.ts'
import { environment } from '../router.ts'
import { RelativeTime } from '../time/relative-time.tsx'
import { CallsChart } from './calls-chart.tsx'
import { type CredentialUse, useCredentialUse } from './credential-use.ts'
import { text } from './text.ts'

/** The actions on a credential, for roles that may handle them. */
export interface CredentialActions {
  onRotate: (credential: PanelCredential) => void
  onRevoke: (credential: PanelCredential) => void
  onEndViews: (credential: PanelCredential) => void
}

const name: Column<PanelCredential> = {
  name: text.columns.name,
  cell: (credential) => (
    <div class="credential cell-lines">
      <span class="bold breakable">{credential.name}</span>
      <CopyableCode value={credential.clientId} valueName={text.clientIdOf(credential.name)} />
    </div>
  ),
}

const lastUse: Column<PanelCredential> = {
  name: text.columns.lastUse,
  cell: ({ lastUse }) =>
    lastUse ? (
      <div class="cell-lines breakable">
        <RelativeTime at={lastUse.at} />
        <span class="detail credential__route" title={formatRoute(lastUse.route)}>
          {formatShortRoute(lastUse.route)}
        </span>
      </div>
    ) : (
      <span class="note">{text.neverUsed}</span>
    ),
}

const week: Column<PanelCredential> = {
  name: text.columns.week,
  cell: ({ callsByDay }) => <CallsChart callsByDay={callsByDay} />,
}

function limit(uses: ReadonlyMap<string, CredentialUse> | undefined): Column<PanelCredential> {
  return {
    name: text.columns.limit,
    cell: ({ clientId, rateLimit }) => <LimitGauge rateLimit={rateLimit} use={uses?.get(clientId)} />,
  }
}

const created: Column<PanelCredential> = {
  name: text.columns.created,
  cell: ({ createdAt, createdBy, rotatedAt }) => (
    <div class="cell-lines breakable">
      <RelativeTime at={createdAt} />
      <span class="detail">{createdBy ? text.by(createdBy) : text.byCommand}</span>
      {rotatedAt && (
        <span class="detail">
          {text.rotated} <RelativeTime at={rotatedAt} />
        </span>
      )}
    </div>
  ),
}

const revoked: Column<PanelCredential> = {
  name: text.columns.revoked,
  cell: ({ revokedAt, viewsEndedAt }) => (
    <div class="cell-lines breakable">
      {revokedAt && <RelativeTime at={revokedAt} />}
      {viewsEndedAt && (
        <span class="detail">
          {text.viewsEnded} <RelativeTime at={viewsEndedAt} />
        </span>
      )}
    </div>
  ),
}

interface CredentialTableProps {
  credentials: readonly PanelCredential[]
  handling: CredentialActions | undefined
}

export function CredentialTable({ credentials, handling }: CredentialTableProps) {
  const uses = useCredentialUse(environment.value)
  return (
    <Table
      label={text.tableLabel(text.inside[environment.value])}
      columns={[name, lastUse, week, limit(uses.value?.of), created, ...(handling ? [actions(handling)] : [])]}
      rows={credentials}
      keyOf={({ clientId }) => clientId}
    />
  )
}

export function RevokedTable({ credentials, handling }: CredentialTableProps) {
  return (
    <Table
      label={text.revokedLabel(text.inside[environment.value])}
      columns={[name, lastUse, created, revoked, ...(handling ? [actions(handling)] : [])]}
      rows={credentials}
      keyOf={({ clientId }) => clientId}
      isFaded={() => true}
    />
  )
}

function actions({ onRotate, onRevoke, onEndViews }: CredentialActions): Column<PanelCredential> {
  return {
    name: text.columns.actions,
    isNameHidden: true,
    cell: (credential) =>
      credential.viewsEndedAt === null && (
        <Menu label={text.actionsOf(credential.name)} button={<MoreIcon />}>
          {credential.revokedAt === null ? (
            <>
              <MenuItem icon={RotateIcon} detail={text.rotateDetail} onPress={() => onRotate(credential)}>
                {text.rotate}
              </MenuItem>
              <MenuItem icon={BanIcon} detail={text.revokeDetail} tone="danger" onPress={() => onRevoke(credential)}>
                {text.revoke}
              </MenuItem>
            </>
          ) : (
            <MenuItem icon={BanIcon} detail={text.endViewsDetail} tone="danger" onPress={() => onEndViews(credential)}>
              {text.endViews}
            </MenuItem>
          )}
        </Menu>
      ),
  }
}

/** The limit of a credential, and its present usage. Reserves its space while loading. */
function LimitGauge({ rateLimit, use }: { rateLimit: number; use: CredentialUse | undefined }) {
  return (
    <div class="limit-gauge tabular">
      <span>
        {use && use.used > 0 && (
          <span class="limit-gauge__used" data-level={use.used >= use.limit ? 'full' : undefined}>
            {text.usedOf(use.used)}
          </span>
        )}
        {text.perMinute(rateLimit)}
      </span>
      <Meter
        label={text.limitInUse}
        value={use?.used ?? 0}
        max={rateLimit}
        valueText={text.limitUsed(use?.used ?? 0, rateLimit)}
      />
    </div>
  )
}
