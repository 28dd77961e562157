import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hyphenate } from './hyphenate-portuguese.ts'

/** Divided by the Acordo Ortográfico (base XX), with at least two letters before a break and three after it. */
const DIVISIONS = {
  'double letters apart': `
    car-roça pas-sado pás-saro as-ses-sor guer-reiro in-ter-rom-pesse cor-rup-ção ocor-rên-cia mi-cros-sis-tema
    an-tir-re-li-gi-oso nas-ci-mento pis-cina cres-ci-mento ex-ce-lente ex-ce-ção fac-ção`,
  'the letters of one sound together': `
    tra-ba-lho bi-lhete ove-lhi-nha ama-nhe-cer com-pa-nheiro ca-mi-nho-neiro man-te-nha chu-veiro ca-chorro fe-cha-dura
    ran-chos aguar-dar lin-guís-tica se-guinte con-se-guir per-se-gui-ção lín-guas fre-quente tran-quilo qui-lô-me-tro
    es-que-cer se-quên-cia ar-qui-te-tura`,
  'accented letters as any': `
    apro-xi-ma-ção co-ra-ções pãe-zi-nhos mãe-zi-nha ór-fãos cãi-bra lâm-pada hí-brido gê-meos
    sa-ú-des pa-í-ses ru-í-dos sa-í-ram fa-ísca mai-ús-cula vi-ú-vas ego-ísta ju-í-zes cons-ti-tu-i-ção`,
  'vowels of one syllable together, and others apart': `
    sau-dade mui-tos ou-tros cau-sado lei-tura coi-tado po-e-sia cri-ança his-to-ri-a-dor so-ci-e-dade co-o-pe-ra-ção
    co-or-de-nar in-flu-ên-cia`,
  'consonants with the vowel that says them': `
    pro-blema pa-la-vra li-vreiro re-flexo com-plexo la-gri-mas so-frer afri-cano atlân-tico abraço agre-gado apre-sen-tar
    ad-vo-gado ob-je-tivo ab-so-luto ap-ti-dão rit-mado dig-nos enig-mas ist-mos subs-tân-cia ins-tru-ção pers-pec-tiva
    trans-porte mons-tros abs-trato obs-tá-culo felds-pato sols-tí-cio tungs-tê-nio psi-co-lo-gia pneu-má-tico mne-mô-nico`,
  'words that were put together as if they had not been': `
    bi-savô de-su-mano in-te-res-ta-dual su-pe-rin-te-res-sante su-blime sub-ter-râ-neo res-pon-sa-bi-li-dade fe-liz-mente
    ra-pi-da-mente`,
}

describe('a word of Portuguese', () => {
  for (const [rule, words] of Object.entries(DIVISIONS)) {
    it(`has ${rule}`, () => {
      const divided = words.trim().split(/\s+/)

      const hyphenated = divided.map((word) => withHyphens(word.replaceAll('-', '')))

      assert.deepEqual(hyphenated, divided)
    })
  }

  it('is not divided when it is short', () => {
    assert.equal(withHyphens('casa saúde vento a é'), 'casa saúde vento a é')
  })

  it('with a hyphen is divided on either side of it', () => {
    const text = 'recitando-me, guarda-chuvas e greco-romanos'

    assert.equal(hyphenate(text).replaceAll('\u00ad', '·'), 're·ci·tando-me, guarda-chu·vas e greco-ro·ma·nos')
  })

  it('is divided at the start of a sentence', () => {
    const text = 'Palavras vêm. Palavras vão! Disse Capitolina: “palavras.” Brasileiros'

    assert.equal(withHyphens(text), 'Pa-la-vras vêm. Pa-la-vras vão! Disse Capitolina: “pa-la-vras.” Bra-si-lei-ros')
  })

  it('keeps the punctuation around it', () => {
    const text = '“palavras… (palavras)—palavras!”\u00a0palavras'

    assert.equal(withHyphens(text), text.replaceAll('palavras', 'pa-la-vras'))
  })
})

describe('text that is no word of Portuguese', () => {
  it('is not divided: names, capitals, numbers, addresses', () => {
    const text =
      'a Capitolina BRASILEIRA McDonalds 1234567 100quilômetros www.exemplo.com.br/assinaturas ana@palavras.com pasta/arquivos nome_completo'

    assert.equal(hyphenate(text), text)
  })

  it('is not divided where accents are separate characters', () => {
    const text = 'aproximação'.normalize('NFD')

    assert.equal(hyphenate(text), text)
  })
})

function withHyphens(text: string) {
  return hyphenate(text).replaceAll('\u00ad', '-')
}
