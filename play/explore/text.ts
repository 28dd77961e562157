import type { FacetKind } from '@estante/contract/play/facets.ts'
import { formatNumber, quote } from '../portuguese.ts'
import type { Order } from './search-address.ts'

export const text = {
  title: 'Explorar',
  search: 'Buscar',
  placeholder: 'Título, autor, narrador ou série',
  type: 'Mostrar',
  all: 'Tudo',
  audiobook: 'Audiolivros',
  ebook: 'E-books',
  results: 'Resultados',
  noneTitle: 'Nada por aqui',
  noneHelp: (query: string) => `Não achamos nada com ${quote(query)}. Tente outra palavra, ou só o sobrenome do autor.`,
  noneOfTypeHelp: 'Ainda não há títulos deste tipo no acervo.',
  found: (count: number, hasMore: boolean) =>
    hasMore ? `Mais de ${count} títulos` : count === 1 ? '1 título' : `${count} títulos`,
  titles: (count: number) => (count === 1 ? '1 título' : `${formatNumber(count)} títulos`),
  moreFailed: 'O resto da lista não carregou.',
  corrected: (typed: string) => `Nada com ${quote(typed)}. Mostrando resultados de`,
  browse: 'Percorrer por',
  order: 'Ordem',
  orders: {
    relevance: 'Mais relevantes',
    newest: 'Mais novos',
    title: 'Título, de A a Z',
    length: 'Mais curtos',
    series: 'Da série',
  } satisfies Record<Order, string>,
  facetOrders: { name: 'Nome, de A a Z', titles: 'Mais títulos' },
  facets: {
    author: { one: 'Autoria', list: 'Autores', search: 'Buscar um autor' },
    narrator: { one: 'Narração', list: 'Narradores', search: 'Buscar um narrador' },
    subject: { one: 'Assunto', list: 'Assuntos', search: 'Buscar um assunto' },
    series: { one: 'Série', list: 'Séries', search: 'Buscar uma série' },
  } satisfies Record<FacetKind, { one: string; list: string; search: string }>,
  names: (count: number, hasMore: boolean) =>
    hasMore ? `Mais de ${count} nomes` : count === 1 ? '1 nome' : `${count} nomes`,
  noFacetTitle: 'Nenhum nome por aqui',
  noFacetHelp: 'O acervo ainda não tem nada nesta lista.',
  noFacetFound: (query: string) => `Nenhum nome com ${quote(query)}.`,
  goneTitle: 'Nenhum título aqui',
  goneHelp: 'O que estava nesta lista não está mais no acervo.',
}
