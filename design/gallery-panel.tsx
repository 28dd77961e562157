import type { Problem } from '@estante/client/resource.ts'
import type { NewSecret } from '@estante/contract/panel/credentials.ts'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RecoveryCodesDialog } from '../panel/account/recovery-codes.tsx'
import { ActionDialog } from '../panel/actions/action-dialog.tsx'
import { ConfirmByTypingDialog } from '../panel/actions/confirm-by-typing-dialog.tsx'
import { ConfirmDialog } from '../panel/actions/confirm-dialog.tsx'
import { pendingReauthentication } from '../panel/actions/reauthenticate.ts'
import { ReauthenticationDialog } from '../panel/actions/reauthentication-dialog.tsx'
import { TextFieldDialog } from '../panel/actions/text-field-dialog.tsx'
import { ColorField } from '../panel/appearance/color-field.tsx'
import { Preview } from '../panel/appearance/preview.tsx'
import { CodeBlock } from '../panel/copy/code-block.tsx'
import { CopyButton } from '../panel/copy/copy-button.tsx'
import { CopyField } from '../panel/copy/copy-field.tsx'
import { CopyableCode } from '../panel/copy/copyable-code.tsx'
import { SecretDialog } from '../panel/integrations/credential-dialogs.tsx'
import { DayList } from '../panel/lists/day-list.tsx'
import { Choice, FilterBar } from '../panel/lists/filter-bar.tsx'
import { List } from '../panel/lists/list.tsx'
import { LoadMore } from '../panel/lists/load-more.tsx'
import { Pager } from '../panel/lists/pager.tsx'
import { NewPasswordField } from '../panel/password/new-password-field.tsx'
import { PasswordField } from '../panel/password/password-field.tsx'
import type { Rating } from '../panel/password/use-rating.ts'
import { FoldedList } from '../panel/shell/fold.tsx'
import { CardPart } from '../panel/shell/part.tsx'
import { InvitationLinkDialog } from '../panel/team/invitation-link-dialog.tsx'
import { ChangedMeanwhile } from '../panel/unsaved/changed-meanwhile.tsx'
import '../panel/appearance/appearance-screen.css'
import { Button } from './button/button.tsx'
import { EmptyState } from './empty-state/empty-state.tsx'
import { SearchField } from './field/search-field.tsx'
import { openDialog, partsOf, type State, stateOf, withActions } from './gallery-states.tsx'
import { SearchIcon } from './icons/icons.tsx'

const CLIENT_ID = 'estante_test_Q7mZ2wRk9TnC4xVbL8sD1yHf'
const SECRET = 'nN3xJq8Lw2Rv7Tz0Yb5Kc9Md4Pf6Hg1S'
const secret = { clientSecret: SECRET, credential: { name: 'Backend', clientId: CLIENT_ID } } as NewSecret
const invited = {
  email: 'ana@ipe.example',
  invitationUrl: 'https://estante.example/painel/convite#iv_0197c0de.Q7mZ2wRk',
}
const codes = Array.from({ length: 10 }, (_, index) => `k7qm-${index}x4t-9rvb`)

/** A new password with the service's rating. */
function rated(value: string, rating?: Partial<Rating>): State {
  const Field = () => <NewPasswordField label="Nova senha" about={[]} value={value} onInput={() => {}} />
  return stateOf(Field, { '/password/rate': { isAccepted: true, warning: null, suggestions: [], ...rating } })
}

/** The brand of a partner with this colour. */
function brand(first: string): State {
  return stateOf(function Brand() {
    const [color, setColor] = useState(first)
    return (
      <div class="appearance stack">
        <ColorField value={color} onChange={setColor} />
        <Preview name={first === '' ? undefined : 'Adega de Histórias'} color={color} logo={null} />
      </div>
    )
  })
}

function ActingDialog({ onClose, ...state }: { onClose: () => void; isBusy?: boolean; problem?: string }) {
  const act = withActions<Parameters<typeof ActionDialog>[0]['act']>({ isBusy: false, problem: undefined, ...state })
  return (
    <ActionDialog title="Mudar o nome" action="Salvar" act={act} onSubmit={() => {}} onClose={onClose}>
      <p>O nome aparece no painel e nos relatórios.</p>
    </ActionDialog>
  )
}

const never = () => new Promise<void>(() => {})
const calls = ['2026-11-21T12:00:00Z', '2026-11-21T09:30:00Z', '2026-11-20T18:00:00Z'].map((at, id) => ({
  id: String(id),
  at,
}))

function pagesWith(isLoadingMore: boolean, hasMoreFailed: boolean) {
  return {
    data: signal({ items: calls, nextCursor: 'next' }),
    isLoadingMore: signal(isLoadingMore),
    hasMoreFailed: signal(hasMoreFailed),
    loadMore: never,
  }
}

/** A list of the panel with this answer, or this problem. */
function list(data?: { items: typeof calls }, problem?: Problem): State {
  const wanted = { data: signal(data), problem: signal(problem), load: never }
  return stateOf(() => (
    <List
      wanted={wanted}
      cardHeight="4rem"
      empty={
        <EmptyState icon={SearchIcon} title="Nenhuma chamada ainda" level={2}>
          Faça a primeira agora.
        </EmptyState>
      }
    >
      {({ items }) => (
        <DayList label="Chamadas" items={items} instantOf={({ at }) => at}>
          {({ at }) => <p class="gallery__entry">POST /sessions às {at.slice(11, 16)}</p>}
        </DayList>
      )}
    </List>
  ))
}

/** Components of the panel, each in every state. */
export const panelParts: Record<string, () => ComponentChildren> = {
  'Para copiar': () => (
    <>
      <CopyButton value={CLIENT_ID} valueName="o client_id" />
      <CopyButton value={CLIENT_ID} valueName="o client_id">
        Copiar
      </CopyButton>
      <CopyableCode value={CLIENT_ID} valueName="o client_id" />
      <div class="gallery__wide stack gap-4">
        <CopyField label="client_id" value={CLIENT_ID} valueName="o client_id" />
        <CodeBlock title="No .env" code={`ESTANTE_CLIENT_ID=${CLIENT_ID}`} codeName="a linha do .env" />
      </div>
    </>
  ),
  Senhas: () => (
    <div class="gallery__wide stack gap-4">
      <PasswordField label="Senha" autocomplete="off" value="farol" onInput={() => {}} />
      <PasswordField label="Senha" autocomplete="off" error="A senha não confere." value="farol" onInput={() => {}} />
    </div>
  ),
  'Filtros e páginas': () => (
    <div class="gallery__wide stack gap-4">
      <FilterBar
        filters={
          <Choice
            label="Situação"
            all="Todos"
            options={[
              { value: 'active', label: 'Ativos' },
              { value: 'suspended', label: 'Suspensos' },
            ]}
            value="active"
            onChange={() => {}}
          />
        }
        onClear={() => {}}
        search={
          <SearchField
            label="Parceiro"
            placeholder="Nome do parceiro"
            clearLabel="Limpar"
            value=""
            onInput={() => {}}
          />
        }
      />
      <Pager label="Páginas" page={{ previousCursor: null, nextCursor: 'next' }} pathTo={() => '#'} />
      <Pager label="Páginas" page={{ previousCursor: 'previous', nextCursor: 'next' }} pathTo={() => '#'} />
      <LoadMore pages={pagesWith(false, false)} />
      <LoadMore pages={pagesWith(true, false)} />
      <LoadMore pages={pagesWith(false, true)} />
    </div>
  ),
  'Partes de uma tela': () => (
    <div class="gallery__wide stack gap-5">
      <CardPart
        title="Segundo fator"
        badge={{ text: 'Desligado', tone: 'notice' }}
        action={
          <Button variant="soft" size="compact">
            Ligar
          </Button>
        }
        help="Além da senha, um código do celular."
      >
        <FoldedList name="Mais 2 tentativas" items={['Link vencido, ontem', 'Link aberto duas vezes, hoje']} />
      </CardPart>
      <ChangedMeanwhile
        change={undefined}
        fields={[
          { name: 'name', label: 'Nome', now: 'Livros do Ipê' },
          { name: 'color', label: 'Cor', now: '' },
        ]}
        onTake={() => {}}
      />
    </div>
  ),
  ...partsOf({
    'Lista do painel': {
      'Com itens': list({ items: calls }),
      Vazia: list({ items: [] }),
      'A caminho': list(),
      'Que falhou': list(undefined, 'failed'),
      'Sem resposta': list(undefined, 'unreachable'),
    },
    'Marca de um parceiro': {
      'Sem cor': brand(''),
      'Cor mudada': brand('#7a0c2e'),
      Amarelo: brand('#ffff00'),
      Branco: brand('#ffffff'),
      Preto: brand('#000000'),
      'Cor errada': brand('#12345z'),
    },
    'Diálogos de uma ação': {
      'Sem volta': stateOf(
        openDialog((onClose) => (
          <ConfirmDialog title="Revogar Backend?" action="Revogar" act={never} onClose={onClose}>
            <p>Ela para de funcionar na hora e não volta.</p>
          </ConfirmDialog>
        )),
      ),
      'Em andamento': stateOf(openDialog((onClose) => <ActingDialog isBusy onClose={onClose} />)),
      'Que falhou': stateOf(
        openDialog((onClose) => <ActingDialog problem="O serviço não respondeu. Tente de novo." onClose={onClose} />),
      ),
      'Digitar o nome': stateOf(
        openDialog((onClose) => (
          <ConfirmByTypingDialog
            title="Apagar os dados de cliente-48213?"
            action="Apagar os dados"
            name="cliente-48213"
            label="Digite cliente-48213"
            differs="O identificador não confere."
            act={never}
            onClose={onClose}
          >
            <p>Os totais do mês ficam, sem dizer de quem são.</p>
          </ConfirmByTypingDialog>
        )),
        {},
        'Apagar os dados',
      ),
      'Um campo': stateOf(
        openDialog((onClose) => (
          <TextFieldDialog
            title="Mudar o nome"
            action="Salvar"
            label="Nome"
            first="Banco Ipê"
            hint="Como a equipe vai ver."
            faultOf={() => undefined}
            act={never}
            onClose={onClose}
          />
        )),
      ),
      'Pedir a senha': {
        Drawn: ReauthenticationDialog,
        begin: () => {
          const close = () => (pendingReauthentication.value = undefined)
          pendingReauthentication.value = { confirmed: close, cancelled: close }
        },
      },
    },
    'Senha nova': {
      Vazia: rated(''),
      Curta: rated('farol'),
      Fraca: rated('senha1234567', {
        score: 1,
        isAccepted: false,
        warning: 'É parecida com uma senha muito usada.',
        suggestions: ['Junte mais palavras, de preferência pouco comuns.'],
      }),
      'Quase lá': rated('farol de areia', { score: 2, isAccepted: false }),
      Boa: rated('farol de sal 7', { score: 3 }),
      Ótima: rated('sete barcos voltam antes da chuva', { score: 4 }),
    },
    'Segredos mostrados uma vez': {
      Credencial: stateOf(openDialog((onClose) => <SecretDialog secret={secret} onSaved={onClose} />)),
      Convite: stateOf(openDialog((onClose) => <InvitationLinkDialog invited={invited} onDone={onClose} />)),
      'Códigos de recuperação': stateOf(
        openDialog((onClose) => <RecoveryCodesDialog codes={codes} onSaved={onClose} />),
      ),
    },
  }),
}
