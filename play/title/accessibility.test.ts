import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Accessibility } from '@estante/contract/manifest.ts'
import { describeAccessibility } from './accessibility.ts'
import { vocabulary } from './accessibility-vocabulary.ts'

/** The displayed statements by heading. */
function statementsOf(accessibility: Accessibility | null, layout: 'reflowable' | 'fixed' = 'reflowable') {
  return Object.fromEntries(
    describeAccessibility(accessibility, layout).map(({ title, statements }) => [
      vocabulary[title],
      statements.map(({ id, value }) => (id === title ? value : [vocabulary[id], value].filter(Boolean).join(' '))),
    ]),
  )
}

/** The details of the conformance statement. */
function detailsOf(accessibility: Accessibility) {
  const group = describeAccessibility(accessibility, 'reflowable').find(({ title }) => title === 'conformance-title')
  return group?.details?.map((sentence) =>
    sentence.map(({ id, value }) => [vocabulary[id], value].filter(Boolean).join(' ')).join(' '),
  )
}

const MODIFIABLE =
  'A aparência do texto e do layout da página pode ser modificada de acordo com os recursos do sistema de leitura (família e tamanho da fonte, espaços entre parágrafos, frases, palavras e letras, bem como a cor do plano de fundo e do texto)'

describe("The examples of W3C's guide", () => {
  it('describe a text with described pictures', () => {
    assert.deepEqual(
      statementsOf({
        accessMode: ['textual', 'visual'],
        accessModeSufficient: [['textual', 'visual'], ['textual']],
        feature: ['displayTransformability', 'alternativeText'],
      })['Formas de leitura'],
      [
        MODIFIABLE,
        'Todo o conteúdo pode ser lido em voz alta e braille dinâmico',
        'Tem descrições de texto alternativas para imagens',
      ],
    )
  })

  it('of a text with synchronized audio', () => {
    assert.deepEqual(
      statementsOf({
        accessMode: ['textual', 'visual', 'auditory'],
        accessModeSufficient: [['textual'], ['auditory']],
        feature: ['displayTransformability', 'alternativeText', 'synchronizedAudioText'],
      })['Formas de leitura'],
      [
        MODIFIABLE,
        'Todo o conteúdo pode ser lido em voz alta e braille dinâmico',
        'Tem descrições de texto alternativas para imagens',
        'Todo o conteúdo está disponível como áudio pré-gravado sincronizado com o texto',
      ],
    )
  })

  it('of a certified publication, with details', () => {
    const certified = {
      conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
      certification: {
        certifiedBy: "Foo's Accessibility Testing",
        credential: 'Enterprise Accessibility Rating',
        date: '2021-09-07',
        report: 'https://example.com/report',
      },
    }

    assert.deepEqual(statementsOf(certified).Conformidade, [
      'A publicação contém uma declaração de conformidade dentro das normas de acessibilidade EPUB e WCAG 2 Nível AA',
      "A publicação foi certificada por Foo's Accessibility Testing",
      'A credencial do certificador é Enterprise Accessibility Rating',
    ])
    assert.deepEqual(detailsOf(certified), [
      'Esta publicação afirma atender Acessibilidade EPUB 1.1 Diretrizes para Acessibilidade de Conteúdo da Web (WCAG) 2.1 Nível AA',
      'A publicação foi certificada em 7 de setembro de 2021',
      'Saiba no relatório do certificador',
    ])
  })

  it('of one without metadata: the required statements say so, and the others are omitted', () => {
    const silent = {
      'Formas de leitura': [
        'Não há informações disponíveis sobre a possibilidade de modificar a aparência',
        'Nenhuma informação sobre leitura não visual está disponível',
      ],
      Conformidade: ['Nenhuma informação está disponível'],
    }

    assert.deepEqual(statementsOf(null), silent)
    assert.deepEqual(statementsOf({}), silent)
  })
})

describe('nonvisual reading', () => {
  const nonvisual = (accessibility: Accessibility) => statementsOf(accessibility)['Formas de leitura']?.[1]
  const whole = 'Todo o conteúdo pode ser lido em voz alta e braille dinâmico'
  const part = 'Nem todo o conteúdo pode ser lido em voz alta nem braille dinâmico'
  const none = 'O conteúdo não pode ser lido como fala em voz alta nem braille dinâmico'

  it('is complete where text is the only mode, or sufficient', () => {
    assert.equal(nonvisual({ accessMode: ['textual'] }), whole)
    assert.equal(nonvisual({ accessMode: ['visual'], accessModeSufficient: [['textual']] }), whole)
  })

  it('is partial where there is some text, or some alternative', () => {
    assert.equal(nonvisual({ accessMode: ['textual', 'visual'] }), part)
    assert.equal(nonvisual({ accessModeSufficient: [['textual', 'visual']] }), part)
    assert.equal(nonvisual({ accessMode: ['visual'], feature: ['transcript'] }), part)
  })

  it('is impossible where there is only audio, or only pictures', () => {
    assert.equal(nonvisual({ accessMode: ['auditory'] }), none)
    assert.equal(nonvisual({ accessMode: ['visual'] }), none)
  })
})

it('a fixed layout is unmodifiable unless the publisher declares otherwise', () => {
  assert.match(statementsOf(null, 'fixed')['Formas de leitura']?.[0] ?? '', /^O layout do texto e da página não pode/)
  assert.equal(statementsOf({ feature: ['displayTransformability'] }, 'fixed')['Formas de leitura']?.[0], MODIFIABLE)
})

describe('audio', () => {
  it('is clips, or the only content', () => {
    assert.equal(
      statementsOf({ accessMode: ['textual', 'auditory'] })['Formas de leitura']?.[2],
      'Clipes pré-gravados de áudio são incorporados ao conteúdo',
    )
    assert.equal(
      statementsOf({ accessMode: ['auditory'], accessModeSufficient: [['auditory']] })['Formas de leitura']?.[2],
      'Audiolivro sem texto como alternativa',
    )
  })
})

describe('conformance', () => {
  it('is the highest level claimed for the newest standard', () => {
    const claims = [
      'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aaa',
      'https://www.w3.org/TR/epub-a11y-11#wcag-2.2-a',
    ]

    assert.match(detailsOf({ conformsTo: claims })?.[0] ?? '', /EPUB 1\.1 .*2\.2 Nível A$/)
    assert.match(detailsOf({ conformsTo: claims.slice(0, 1) })?.[0] ?? '', /EPUB 1\.0 .*2\.0 Nível AAA$/)
  })

  it('to an unknown level cannot be determined', () => {
    assert.deepEqual(statementsOf({ conformsTo: ['EPUB Accessibility 1.1 - WCAG 2.9 Level B'] }).Conformidade, [
      'O cumprimento dos padrões aceitos para acessibilidade desta publicação não pode ser determinado',
    ])
  })

  it('links only to web addresses', () => {
    const certification = { report: 'javascript:alert(1)', credential: 'https://example.com/selo' }
    const [, group] = describeAccessibility(
      { conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'], certification },
      'reflowable',
    )

    assert.deepEqual([group?.statements.at(-1)?.href, group?.details?.length], ['https://example.com/selo', 1])
  })
})

describe('hazards', () => {
  it('are none where none is declared, or each is denied', () => {
    const none = ['A publicação não contém riscos']

    assert.deepEqual(statementsOf({ hazard: ['none'] }).Perigos, none)
    assert.deepEqual(
      statementsOf({ hazard: ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'] }).Perigos,
      none,
    )
    assert.equal(statementsOf({ hazard: ['noFlashingHazard'] }).Perigos, undefined)
  })

  it('are each listed, and unknown only where none is known', () => {
    assert.deepEqual(statementsOf({ hazard: ['flashing', 'sound', 'unknown'] }).Perigos, [
      'A publicação contém conteúdo piscante que pode causar convulsões fotossensíveis',
      'A publicação contém sons que podem causar desconforto',
    ])
    assert.deepEqual(statementsOf({ hazard: ['unknown'] }).Perigos, ['A presença de riscos é desconhecida'])
  })
})

it('navigation, rich content, the summary, exemptions and further features each have a heading', () => {
  const everything = statementsOf({
    feature: ['tableOfContents', 'pageNavigation', 'MathML', 'printPageNumbers', 'pageBreakMarkers', 'ttsMarkup'],
    summary: 'Bem descrito.',
    exemption: ['eaa-microenterprise'],
  })

  assert.deepEqual(everything.Navegação, [
    'Lista de páginas para acessar páginas da versão impressa de origem',
    'Índice de todos os capítulos do texto via links',
  ])
  assert.deepEqual(everything['Conteúdo avançado'], ['Fórmulas matemáticas em formato acessível (MathML)'])
  assert.deepEqual(everything['Resumo da acessibilidade'], ['Bem descrito.'])
  assert.deepEqual(everything['Considerações legais'], [
    'A publicação alega isenção de acessibilidade em algumas jurisdições',
  ])
  assert.deepEqual(everything['Outras informações sobre acessibilidade'], [
    'Quebras de página incluídas da fonte de impressão original',
    'Sugestão de texto para fala fornecida',
  ])
})
