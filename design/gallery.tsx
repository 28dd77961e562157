import './layers.css'
import './tokens.css'
import './base.css'
import './gallery.css'
import { type Signal, signal } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { LazyBookSheet } from '../play/title/lazy-book-sheet.tsx'
import { BackLink } from './back-link/back-link.tsx'
import { Badge } from './badge/badge.tsx'
import { Breadcrumbs } from './breadcrumbs/breadcrumbs.tsx'
import { Button } from './button/button.tsx'
import { Callout } from './callout/callout.tsx'
import { Cover } from './cover/cover.tsx'
import { Dialog } from './dialog/dialog.tsx'
import { DropZone } from './drop-zone/drop-zone.tsx'
import { EmptyState } from './empty-state/empty-state.tsx'
import { Checkbox } from './field/checkbox.tsx'
import { MomentField } from './field/moment-field.tsx'
import { RadioCards } from './field/radio-cards.tsx'
import { SearchField } from './field/search-field.tsx'
import { TextArea } from './field/text-area.tsx'
import { TextField } from './field/text-field.tsx'
import { Filter } from './filter/filter.tsx'
import { aroundParts } from './gallery-around.tsx'
import { panelParts } from './gallery-panel.tsx'
import { playParts } from './gallery-play.tsx'
import { readerParts } from './gallery-reader.tsx'
import { screenParts } from './gallery-screens.tsx'
import { openDialog, openSheet, partsOf, stateOf } from './gallery-states.tsx'
import { wholeParts } from './gallery-whole.tsx'
import { IconButton } from './icon-button/icon-button.tsx'
import * as icons from './icons/icons.tsx'
import * as titleIcons from './icons/title-icons.tsx'
import { ListRow, RowIcon } from './list-row/list-row.tsx'
import { Menu, MenuItem } from './menu/menu.tsx'
import { Meter } from './meter/meter.tsx'
import { Moment } from './moment/moment.tsx'
import { Notice } from './notice/notice.tsx'
import { PictureField } from './picture-field/picture-field.tsx'
import { Pile } from './pile/pile.tsx'
import { Progress } from './progress/progress.tsx'
import { Segmented } from './segmented/segmented.tsx'
import { Sheet } from './sheet/sheet.tsx'
import { Shelf } from './shelf/shelf.tsx'
import { Skeleton } from './skeleton/skeleton.tsx'
import { Slider } from './slider/slider.tsx'
import { Spinner } from './spinner/spinner.tsx'
import { Table } from './table/table.tsx'
import { TableSkeleton } from './table/table-skeleton.tsx'
import { TimeBars } from './time-bars/time-bars.tsx'
import { Toast } from './toast/toast.tsx'
import { showToast } from './toast/toast-queue.ts'
import { Tool, ToolLink } from './tool/tool.tsx'

const colours = 'page surface sunken text text-soft line accent accent-soft ribbon danger notice sandbox'.split(' ')
const covers = [
  { url: 'data:,', srcset: '', ratio: 0.667, color: '#1d4e6b' },
  { url: 'data:,', srcset: '', ratio: 1, color: '#b4532a' },
  { url: 'data:,', srcset: '', ratio: 0.7, color: '#e9dfc6' },
]
const typed = signal('')
const picture = signal<File>()
const moment = signal('2026-11-21T09:30')
const lines = signal('Um farol, duas irmãs e o sal que não sai das janelas.')
const chosen = signal<'day' | 'night'>('day')
const second = signal(30)
const isAcknowledged = signal(false)
const role = signal<'owner' | 'analyst'>('owner')

/** The components that both applications share, each in every state. */
const parts: Record<string, () => ComponentChildren> = {
  Cores: () =>
    colours.map((name) => (
      <span key={name} class="gallery__colour" style={{ '--gallery-colour': `var(--color-${name})` }}>
        {name}
      </span>
    )),
  Botões: () => (
    <>
      <Button icon={icons.PlayIcon}>Continuar ouvindo</Button>
      <Button variant="soft" icon={icons.HeartIcon}>
        Salvar na biblioteca
      </Button>
      <Button variant="plain">Ver todos</Button>
      <Button variant="danger">Apagar</Button>
      <Button variant="destructive">Apagar de vez</Button>
      <Button size="compact">Compacto</Button>
      <Button aria-busy={true}>Guardando</Button>
      <Button disabled>Indisponível</Button>
    </>
  ),
  Ferramentas: () => (
    <>
      <Tool icon={icons.HeartFilledIcon} aria-pressed={true}>
        Salvo na biblioteca
      </Tool>
      <Tool icon={titleIcons.QueueIcon}>Pôr na fila</Tool>
      <ToolLink icon={titleIcons.NotebookIcon} href="#">
        Anotações
      </ToolLink>
    </>
  ),
  'Botões de ícone': () => (
    <>
      <IconButton label="Mais" icon={icons.MoreIcon} />
      <IconButton label="Fechar" icon={icons.CloseIcon} variant="filled" />
      <IconButton label="Salvo" icon={icons.HeartFilledIcon} aria-pressed={true} />
      <IconButton label="Indisponível" icon={titleIcons.NextIcon} disabled />
    </>
  ),
  Ícones: () =>
    Object.entries({ ...icons, ...titleIcons }).map(([name, Drawn]) => (
      <span key={name} title={name}>
        <Drawn />
      </span>
    )),
  Escolhas: () => (
    <>
      <SearchField
        label="Buscar"
        placeholder="Título, autor ou narrador"
        clearLabel="Limpar a busca"
        value={typed.value}
        onInput={into(typed)}
      />
      <Segmented
        label="Hora"
        options={[
          { value: 'day', label: 'Dia' },
          { value: 'night', label: 'Noite' },
        ]}
        value={chosen.value}
        onChange={into(chosen)}
      />
      <Filter
        name="Hora"
        options={[
          { value: 'night', label: 'Qualquer' },
          { value: 'day', label: 'Dia' },
        ]}
        value={chosen.value}
        onChange={into(chosen)}
      />
      <Meter label="Limite" value={40} max={120} valueText="40 de 120" />
      <Meter label="Limite, quase" value={110} max={120} valueText="110 de 120" />
      <Meter label="Limite, cheio" value={120} max={120} valueText="120 de 120" />
      <Slider label="Posição" value={second.value} max={100} onInput={into(second)} />
      <Checkbox label="Reforço de voz" isChecked={false} onChange={() => {}} />
    </>
  ),
  Campos: () => (
    <>
      <TextField label="Nome" hint="Como a equipe vai ver você." value="" onInput={() => {}} />
      <TextField label="E-mail" type="email" error="Confira o e-mail." value="ana@" onInput={() => {}} />
      <RadioCards
        label="Papel"
        options={[
          { value: 'owner', label: 'Responsável', detail: 'Faz tudo.' },
          { value: 'analyst', label: 'Análise', detail: 'Vê tudo, não muda nada.' },
        ]}
        value={role.value}
        onChange={into(role)}
      />
      <Checkbox
        label="Já guardei"
        isChecked={isAcknowledged.value}
        error={isAcknowledged.value ? undefined : 'Marque quando tiver guardado.'}
        onChange={into(isAcknowledged)}
      />
    </>
  ),
  'Campos maiores': () => (
    <>
      <TextArea label="Sinopse" aside={<Badge>editado à mão</Badge>} value={lines.value} onInput={into(lines)} />
      <MomentField label="A partir de" hint="No horário deste aparelho." value={moment.value} onInput={into(moment)} />
      <div class="gallery__wide">
        <PictureField
          label="Capa"
          labels={{ choose: 'Escolher imagem', giveUp: 'Desistir da troca', alt: 'A capa nova' }}
          hint="JPEG, PNG ou WebP."
          accept="image/*"
          value={picture.value}
          onChange={into(picture)}
        >
          <Cover sizes="7.5rem" cover={covers[2]!} />
        </PictureField>
      </div>
    </>
  ),
  'Para soltar arquivos': () => (
    <div class="gallery__wide">
      <DropZone
        title="Solte livros aqui"
        hint="Arquivos ou pastas inteiras."
        labels={{ files: 'Escolher arquivos', folder: 'Escolher uma pasta', drop: 'Solte para importar' }}
        size="large"
        onFiles={({ files }) => showToast(`${files.length} arquivos`)}
      />
    </div>
  ),
  Andamento: () => (
    <>
      <Progress label="Enviando" value={0.62} />
      <Progress label="Sem conexão" value={0.3} tone="still" />
      <Progress label="Preparando" value={undefined} />
    </>
  ),
  'No tempo': () => (
    <div class="gallery__wide">
      <TimeBars
        bars={Array.from({ length: 60 }, (_, minute) => ({
          label: `minuto ${minute}`,
          value: minute === 40 ? 0 : 20 + Math.round(12 * Math.sin(minute / 6)),
          bad: minute === 30 ? 6 : 0,
        }))}
      />
    </div>
  ),
  'Caminho de volta': () => (
    <>
      <Breadcrumbs
        label="Você está em"
        steps={[
          { href: '#uso', name: 'Uso' },
          { href: '#uso-2026-11', name: 'novembro de 2026' },
        ]}
        here="cliente-48213"
      />
      <BackLink href="#membros">Membros</BackLink>
    </>
  ),
  Recados: () => (
    <>
      <Callout>Nunca foi usada.</Callout>
      <Callout tone="notice">O segredo fica no seu servidor.</Callout>
      <Callout tone="danger">Em uso: a última chamada foi há 3 minutos.</Callout>
      <Badge>você</Badge>
      <Badge tone="good">Ligado</Badge>
      <Badge tone="notice">Desligado</Badge>
      <Badge tone="danger">Revogada</Badge>
      <Moment at="2026-11-21T05:00:00Z" label="há 3 minutos" exact="21 de novembro de 2026 às 02:00:00" />
    </>
  ),
  'Tabela e menu': () => (
    <div class="gallery__wide">
      <Table
        label="Credenciais"
        columns={[
          { name: 'Nome', cell: ([name]) => <strong>{name}</strong> },
          { name: 'Limite', cell: ([, limit]) => limit },
          {
            name: 'Ações',
            isNameHidden: true,
            cell: ([name]) => (
              <Menu label={`Ações de ${name}`} button={<icons.MoreIcon />}>
                <MenuItem
                  icon={icons.RotateIcon}
                  detail="Gera outro"
                  onPress={() => showToast(`Trocar o segredo de ${name}`)}
                >
                  Trocar segredo
                </MenuItem>
                <MenuItem icon={icons.BanIcon} tone="danger" onPress={() => showToast(`Revogar ${name}`)}>
                  Revogar
                </MenuItem>
              </Menu>
            ),
          },
        ]}
        rows={[
          ['Backend', '120 por minuto'],
          ['Rotina do catálogo', '30 por minuto'],
        ]}
        keyOf={([name = '']) => name}
      />
    </div>
  ),
  'Tabela a caminho': () => (
    <div class="gallery__wide">
      <TableSkeleton cardHeight="6rem" />
    </div>
  ),
  Linhas: () => (
    <>
      <ListRow title="Capítulo 1" detail="O farol" trailing="12:40" onPress={() => showToast('Capítulo 1')} />
      <ListRow title="Capítulo 2" detail="A ressaca" trailing="9:05" onPress={() => showToast('Capítulo 2')} />
      <ListRow leading={<RowIcon icon={icons.MoonIcon} />} title="Tela bloqueada" detail="O áudio pode parar." />
    </>
  ),
  'Capas e prateleira': () => (
    <Shelf title="Continuar" more={{ href: '#', label: 'Ver todos' }}>
      {covers.map((cover) => (
        <Cover key={cover.color} sizes="9rem" cover={cover} />
      ))}
    </Shelf>
  ),
  'Pilhas de capas': () => [3, 2, 1, 0].map((count) => <Pile key={count} covers={covers.slice(0, count)} />),
  'Espera e vazio': () => (
    <>
      <Spinner label="Carregando…" />
      <Skeleton width="12rem" height="1rem" />
      <EmptyState icon={icons.LibraryIcon} title="Nada salvo ainda" action={<Button>Explorar o acervo</Button>}>
        O que você salvar aparece aqui.
      </EmptyState>
    </>
  ),
  Avisos: () => (
    <>
      <Notice text="Anotação apagada" actions={[{ label: 'Desfazer', run: () => showToast('Desfeito.') }]} />
      <Notice text="Trecho copiado" actions={[]} />
      <Button variant="soft" onClick={() => showToast('Salvo na biblioteca.')}>
        Mostrar um aviso
      </Button>
    </>
  ),
  ...partsOf({
    'Folhas e diálogos': {
      'Folha inteira': stateOf(
        openSheet((sheet) => (
          <Sheet title="Detalhes" closeLabel="Fechar" {...sheet}>
            Uma folha sobe de baixo no celular e fica no meio em telas largas.
          </Sheet>
        )),
      ),
      'Meia folha': stateOf(
        openSheet((sheet) => (
          <Sheet title="Aparência" closeLabel="Fechar" height="half" {...sheet}>
            Meia folha deixa à vista o que ela muda.
          </Sheet>
        )),
      ),
      Pergunta: stateOf(openDialog((onClose) => <Question onClose={onClose} />)),
    },
  }),
}

/** The components, to review in both colour schemes. */
function Gallery() {
  return (
    <main class="gallery">
      <h1>Peças da Estante</h1>
      {Object.entries({
        ...parts,
        ...panelParts,
        ...playParts,
        ...readerParts,
        ...aroundParts,
        ...screenParts,
        ...wholeParts,
      }).map(([name, Content]) => (
        <section key={name} class="gallery__part stack gap-4">
          <h2 class="gallery__name">{name}</h2>
          <div class="gallery__row">
            <Content />
          </div>
        </section>
      ))}
      <LazyBookSheet />
      <Toast />
    </main>
  )
}

function Question({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Revogar Backend?"
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="destructive" onClick={onClose}>
            Revogar
          </Button>
        </>
      }
    >
      Ela para de funcionar na hora e não volta.
    </Dialog>
  )
}

function into<T>(target: Signal<T>) {
  return (value: T) => {
    target.value = value
  }
}

// Links lead out of the gallery.
document.addEventListener('click', (event) => {
  if ((event.target as Element).closest('a[href]')) event.preventDefault()
})

const root = document.getElementById('gallery')
if (root) render(<Gallery />, root)
