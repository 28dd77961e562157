/** The pages of the integration guide, in reading order: their files, and what the index calls them. */
export const GUIDE_PAGES = [
  { file: 'README', name: 'Guia de integração' },
  { file: 'visao-embutida', name: 'A visão embutida' },
  { file: 'membros-e-catalogo', name: 'Membros e catálogo' },
  { file: 'relatorio-de-uso', name: 'Relatório de uso' },
  { file: 'erros-e-limites', name: 'Erros e limites' },
  { file: 'producao', name: 'Entrada em produção' },
  { file: 'privacidade', name: 'Privacidade e LGPD' },
  { file: 'perguntas', name: 'Perguntas de quem revisa' },
] as const
export type GuidePage = (typeof GUIDE_PAGES)[number]

export function guidePath({ file }: Pick<GuidePage, 'file'>): string {
  return file === 'README' ? '/docs/guia' : `/docs/guia/${file}`
}
