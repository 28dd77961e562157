import './layers.css'
import './tokens.css'
import './base.css'
import './gallery.css'
import { signal } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { Button } from './button/button.tsx'
import { Cover } from './cover/cover.tsx'
import { EmptyState } from './empty-state/empty-state.tsx'
import { SearchField } from './field/search-field.tsx'
import { IconButton } from './icon-button/icon-button.tsx'
import * as icons from './icons/icons.tsx'
import { ListRow, RowIcon } from './list-row/list-row.tsx'
import { Segmented } from './segmented/segmented.tsx'
import { Sheet } from './sheet/sheet.tsx'
import { Shelf } from './shelf/shelf.tsx'
import { Skeleton } from './skeleton/skeleton.tsx'
import { Slider } from './slider/slider.tsx'
import { Spinner } from './spinner/spinner.tsx'
import { Toast } from './toast/toast.tsx'
import { showToast } from './toast/toast-queue.ts'

const colours = [
  'page',
  'surface',
  'sunken',
  'text',
  'text-soft',
  'line',
  'accent',
  'accent-soft',
  'ribbon',
  'danger',
  'notice',
] as const

const typed = signal('')
const chosen = signal<'day' | 'night'>('day')
const place = signal(30)
const isSheetOpen = signal(false)

/** Every part in every state, to be looked at in both colour schemes before a screen uses it. */
function Gallery() {
  return (
    <main class="gallery">
      <h1 class="gallery__title">Peças da Estante</h1>
      <Part name="Cores">
        {colours.map((name) => (
          <span key={name} class="gallery__colour" style={{ '--gallery-colour': `var(--color-${name})` }}>
            {name}
          </span>
        ))}
      </Part>
      <Part name="Botões">
        <Button icon={icons.PlayIcon}>Continuar ouvindo</Button>
        <Button variant="soft" icon={icons.RibbonIcon}>
          Salvar na biblioteca
        </Button>
        <Button variant="plain">Ver todos</Button>
        <Button variant="danger">Apagar</Button>
        <Button disabled>Indisponível</Button>
      </Part>
      <Part name="Botões de ícone">
        <IconButton label="Mais" icon={icons.MoreIcon} />
        <IconButton label="Fechar" icon={icons.CloseIcon} variant="filled" />
        <IconButton label="Reproduzir" icon={icons.PlayIcon} variant="primary" size="large" />
        <IconButton label="Salvo" icon={icons.RibbonFilledIcon} aria-pressed={true} />
        <IconButton label="Indisponível" icon={icons.NextIcon} disabled />
      </Part>
      <Part name="Ícones">
        {Object.entries(icons).map(([name, Drawn]) => (
          <span key={name} title={name}>
            <Drawn />
          </span>
        ))}
      </Part>
      <Part name="Escolhas">
        <SearchField
          label="Buscar"
          placeholder="Título, autor ou narrador"
          clearLabel="Limpar a busca"
          value={typed.value}
          onInput={(value) => {
            typed.value = value
          }}
        />
        <Segmented
          label="Hora"
          options={[
            { value: 'day', label: 'Dia' },
            { value: 'night', label: 'Noite' },
          ]}
          value={chosen.value}
          onChange={(value) => {
            chosen.value = value
          }}
        />
        <Slider
          label="Posição"
          value={place.value}
          max={100}
          onInput={(value) => {
            place.value = value
          }}
        />
      </Part>
      <Part name="Linhas">
        <ListRow title="Capítulo 1" detail="O farol" trailing="12:40" onPress={() => showToast('Capítulo 1')} current />
        <ListRow title="Capítulo 2" detail="A ressaca" trailing="9:05" onPress={() => showToast('Capítulo 2')} />
        <ListRow leading={<RowIcon icon={icons.MoonIcon} />} title="Tela bloqueada" detail="O áudio pode parar." />
      </Part>
      <Part name="Capas e prateleira">
        <Shelf title="Continuar" more={{ href: '#', label: 'Ver todos' }}>
          {[
            ['#1d4e6b', 1],
            ['#b4532a', 0.667],
            ['#e9dfc6', 0.7],
          ].map(([color, ratio]) => (
            <Cover
              key={color}
              sizes="9rem"
              cover={{ url: 'data:,', srcset: '', ratio: Number(ratio), color: String(color) }}
            />
          ))}
        </Shelf>
      </Part>
      <Part name="Espera e vazio">
        <Spinner label="Carregando…" />
        <Skeleton width="12rem" height="1rem" />
        <EmptyState icon={icons.LibraryIcon} title="Nada salvo ainda" action={<Button>Explorar o acervo</Button>}>
          O que você salvar aparece aqui.
        </EmptyState>
      </Part>
      <Part name="Folha e aviso">
        <Button
          variant="soft"
          onClick={() => {
            isSheetOpen.value = true
          }}
        >
          Abrir a folha
        </Button>
        <Button variant="soft" onClick={() => showToast('Salvo na biblioteca.')}>
          Mostrar um aviso
        </Button>
      </Part>
      <Sheet
        open={isSheetOpen.value}
        title="Detalhes"
        closeLabel="Fechar"
        onClose={() => {
          isSheetOpen.value = false
        }}
      >
        Uma folha sobe de baixo no celular e fica no meio em telas largas.
      </Sheet>
      <Toast />
    </main>
  )
}

function Part({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section class="gallery__part">
      <h2 class="gallery__name">{name}</h2>
      <div class="gallery__row">{children}</div>
    </section>
  )
}

const root = document.getElementById('gallery')
if (root) render(<Gallery />, root)
