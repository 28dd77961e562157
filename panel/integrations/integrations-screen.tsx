import type { NewSecret, PanelCredential } from '@estante/contract/panel/credentials.ts'
import { Button, ButtonLink } from '@estante/design/button/button.tsx'
import { Callout } from '@estante/design/callout/callout.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { KeyIcon, PlusIcon } from '@estante/design/icons/icons.tsx'
import { TableSkeleton } from '@estante/design/table/table-skeleton.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { canHandleCredentials } from '../admin-session/admin-session.ts'
import { useFresh } from '../admin-session/use-resource.ts'
import { environment, navigate, parameter, sectionPath } from '../router.ts'
import { Fold } from '../shell/fold.tsx'
import { ResourceContent } from '../shell/resource-content.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { EndViewsDialog, NewCredentialDialog, RevokeDialog, RotateDialog, SecretDialog } from './credential-dialogs.tsx'
import { type CredentialActions, CredentialTable, RevokedTable } from './credential-table.tsx'
import { credentials, NEW_CREDENTIAL } from './credentials.ts'
import { SharedLimit } from './shared-limit.tsx'
import { text } from './text.ts'
import './integrations-screen.css'

type OpenDialog =
  | { dialog: 'new' }
  | { dialog: 'rotate' | 'revoke' | 'end-views'; credential: PanelCredential }
  | { dialog: 'secret'; secret: NewSecret; message: string }

/** The credentials of the environment, and the actions on them. */
export function IntegrationsScreen() {
  const currentEnvironment = environment.value
  const resource = useFresh(credentials[currentEnvironment])
  const startsWithNew = parameter(NEW_CREDENTIAL) !== undefined
  const [open, setOpen] = useState<OpenDialog | undefined>(startsWithNew ? { dialog: 'new' } : undefined)
  useEffect(() => {
    if (startsWithNew) navigate(sectionPath('integrations'), { replace: true })
  }, [])
  const close = () => setOpen(undefined)
  const showSecret = (toast: (name: string) => string) => (secret: NewSecret) =>
    setOpen({ dialog: 'secret', secret, message: toast(secret.credential.name) })
  const handling: CredentialActions | undefined = canHandleCredentials.value
    ? {
        onRotate: (credential) => setOpen({ dialog: 'rotate', credential }),
        onRevoke: (credential) => setOpen({ dialog: 'revoke', credential }),
        onEndViews: (credential) => setOpen({ dialog: 'end-views', credential }),
      }
    : undefined
  const create = (
    <Button icon={PlusIcon} onClick={() => setOpen({ dialog: 'new' })}>
      {text.create}
    </Button>
  )
  // Only once loaded: without credentials the empty state has the button, and moving it there would lose its focus.
  const hasAny = resource.data.value !== undefined && resource.data.value.length > 0
  return (
    <>
      <ScreenHeader
        title={panelText.shell.integrations}
        help={text.help}
        action={handling && hasAny ? create : undefined}
      />
      <div class="stack gap-5">
        {!handling && <Callout>{text.onlySee}</Callout>}
        <ResourceContent resource={resource} skeleton={<TableSkeleton cardHeight="12rem" />}>
          {(all) => {
            const active = all.filter(({ revokedAt }) => revokedAt === null)
            const revoked = all.filter(({ revokedAt }) => revokedAt !== null)
            return (
              <>
                {active.length > 0 && <SharedLimit />}
                {active.length > 0 ? (
                  <CredentialTable credentials={active} handling={handling} />
                ) : (
                  <NoCredentials create={handling && create} />
                )}
                {revoked.length > 0 && (
                  <Fold name={text.revokedFold(revoked.length)}>
                    <RevokedTable credentials={revoked} handling={handling} />
                  </Fold>
                )}
              </>
            )
          }}
        </ResourceContent>
      </div>
      {open?.dialog === 'new' && handling && (
        <NewCredentialDialog
          environment={currentEnvironment}
          onClose={close}
          onCreated={showSecret(text.createdToast)}
        />
      )}
      {open?.dialog === 'rotate' && (
        <RotateDialog credential={open.credential} onClose={close} onRotated={showSecret(text.rotatedToast)} />
      )}
      {open?.dialog === 'revoke' && <RevokeDialog credential={open.credential} onClose={close} />}
      {open?.dialog === 'end-views' && <EndViewsDialog credential={open.credential} onClose={close} />}
      {open?.dialog === 'secret' && (
        <SecretDialog
          secret={open.secret}
          onSaved={() => {
            showToast(open.message)
            close()
          }}
        />
      )}
    </>
  )
}

function NoCredentials({ create }: { create: ComponentChildren }) {
  const isSandbox = environment.value === 'sandbox'
  const help = isSandbox ? text.emptySandbox : text.emptyProduction
  return (
    <EmptyState
      icon={KeyIcon}
      title={text.emptyTitle(text.inside[environment.value])}
      action={
        create && (
          <div class="integrations__begin row">
            {create}
            {!isSandbox && (
              <ButtonLink variant="soft" href={sectionPath('integrations', { environment: 'sandbox' })}>
                {text.goToSandbox}
              </ButtonLink>
            )}
          </div>
        )
      }
    >
      {create ? help : text.emptyOnlySee}
    </EmptyState>
  )
}
