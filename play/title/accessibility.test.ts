import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Accessibility } from '@estante/contract/manifest.ts'
import { describeAccessibility } from './accessibility.ts'
import { vocabulary } from './accessibility-vocabulary.ts'

/** What is shown, by heading, as a person reads it. */
function said(accessibility: Accessibility | null, layout: 'reflowable' | 'fixed' = 'reflowable') {
  return Object.fromEntries(
    describeAccessibility(accessibility, layout).map(({ title, statements }) => [
      vocabulary[title],
      statements.map(({ id, value }) => (id === title ? value : [vocabulary[id], value].filter(Boolean).join(' '))),
    ]),
  )
}

/** The fine print of the conformance. */
function detailsOf(accessibility: Accessibility) {
  const group = describeAccessibility(accessibility, 'reflowable').find(({ title }) => title === 'conformance-title')
  return group?.details?.map((sentence) =>
    sentence.map(({ id, value }) => [vocabulary[id], value].filter(Boolean).join(' ')).join(' '),
  )
}

const MODIFIABLE =
  'A aparência do texto e do layout da página pode ser modificada de acordo com os recursos do sistema de leitura (família e tamanho da fonte, espaços entre parágrafos, frases, palavras e letras, bem como a cor do plano de fundo e do texto)'

describe("The examples of W3C's guide", () => {
  it('of a text with pictures that have text in their place', () => {
    assert.deepEqual(
      said({
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

  it('of a text with sound that goes with it', () => {
    assert.deepEqual(
      said({
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

  it('of a certified publication, with its fine print', () => {
    const certified = {
      conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
      certification: {
        certifiedBy: "Foo's Accessibility Testing",
        credential: 'Enterprise Accessibility Rating',
        date: '2021-09-07',
        report: 'https://example.com/report',
      },
    }

    assert.deepEqual(said(certified).Conformidade, [
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

  it('of one that says nothing: what has to be shown says so, and the rest is left out', () => {
    const silent = {
      'Formas de leitura': [
        'Não há informações disponíveis sobre a possibilidade de modificar a aparência',
        'Nenhuma informação sobre leitura não visual está disponível',
      ],
      Conformidade: ['Nenhuma informação está disponível'],
    }

    assert.deepEqual(said(null), silent)
    assert.deepEqual(said({}), silent)
  })
})

describe('What can be read without eyes', () => {
  const nonvisual = (accessibility: Accessibility) => said(accessibility)['Formas de leitura']?.[1]
  const whole = 'Todo o conteúdo pode ser lido em voz alta e braille dinâmico'
  const part = 'Nem todo o conteúdo pode ser lido em voz alta nem braille dinâmico'
  const none = 'O conteúdo não pode ser lido como fala em voz alta nem braille dinâmico'

  it('is all of it where text is the only mode, or enough', () => {
    assert.equal(nonvisual({ accessMode: ['textual'] }), whole)
    assert.equal(nonvisual({ accessMode: ['visual'], accessModeSufficient: [['textual']] }), whole)
  })

  it('is a part of it where there is some text, or some alternative', () => {
    assert.equal(nonvisual({ accessMode: ['textual', 'visual'] }), part)
    assert.equal(nonvisual({ accessModeSufficient: [['textual', 'visual']] }), part)
    assert.equal(nonvisual({ accessMode: ['visual'], feature: ['transcript'] }), part)
  })

  it('is nothing of what is only heard, or only seen', () => {
    assert.equal(nonvisual({ accessMode: ['auditory'] }), none)
    assert.equal(nonvisual({ accessMode: ['visual'] }), none)
  })
})

it('A page whose layout is fixed is said to be so, unless its publisher says otherwise', () => {
  assert.match(said(null, 'fixed')['Formas de leitura']?.[0] ?? '', /^O layout do texto e da página não pode/)
  assert.equal(said({ feature: ['displayTransformability'] }, 'fixed')['Formas de leitura']?.[0], MODIFIABLE)
})

describe('Sound', () => {
  it('is clips, or all there is', () => {
    assert.equal(
      said({ accessMode: ['textual', 'auditory'] })['Formas de leitura']?.[2],
      'Clipes pré-gravados de áudio são incorporados ao conteúdo',
    )
    assert.equal(
      said({ accessMode: ['auditory'], accessModeSufficient: [['auditory']] })['Formas de leitura']?.[2],
      'Audiolivro sem texto como alternativa',
    )
  })
})

describe('Conformance', () => {
  it('is the highest level that is claimed by the newest standard', () => {
    const claims = [
      'http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aaa',
      'https://www.w3.org/TR/epub-a11y-11#wcag-2.2-a',
    ]

    assert.match(detailsOf({ conformsTo: claims })?.[0] ?? '', /EPUB 1\.1 .*2\.2 Nível A$/)
    assert.match(detailsOf({ conformsTo: claims.slice(0, 1) })?.[0] ?? '', /EPUB 1\.0 .*2\.0 Nível AAA$/)
  })

  it('of a level that nobody knows cannot be determined', () => {
    assert.deepEqual(said({ conformsTo: ['EPUB Accessibility 1.1 - WCAG 2.9 Level B'] }).Conformidade, [
      'O cumprimento dos padrões aceitos para acessibilidade desta publicação não pode ser determinado',
    ])
  })

  it('leads nowhere but to the web', () => {
    const certification = { report: 'javascript:alert(1)', credential: 'https://example.com/selo' }
    const [, group] = describeAccessibility(
      { conformsTo: ['https://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'], certification },
      'reflowable',
    )

    assert.deepEqual([group?.statements.at(-1)?.href, group?.details?.length], ['https://example.com/selo', 1])
  })
})

describe('Hazards', () => {
  it('are none where none is said, or each is denied', () => {
    const none = ['A publicação não contém riscos']

    assert.deepEqual(said({ hazard: ['none'] }).Perigos, none)
    assert.deepEqual(said({ hazard: ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'] }).Perigos, none)
    assert.equal(said({ hazard: ['noFlashingHazard'] }).Perigos, undefined)
  })

  it('are each said, and unknown only where none is known', () => {
    assert.deepEqual(said({ hazard: ['flashing', 'sound', 'unknown'] }).Perigos, [
      'A publicação contém conteúdo piscante que pode causar convulsões fotossensíveis',
      'A publicação contém sons que podem causar desconforto',
    ])
    assert.deepEqual(said({ hazard: ['unknown'] }).Perigos, ['A presença de riscos é desconhecida'])
  })
})

it('Ways to find one’s way, rich content, the summary, exemptions and the rest have each their place', () => {
  const everything = said({
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
