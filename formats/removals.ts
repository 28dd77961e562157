/** The words after a number of removals: singular and plural. */
const SENTENCES = {
  script: ['trecho de script removido', 'trechos de script removidos'],
  handler: ['atributo de evento removido', 'atributos de evento removidos'],
  animation: ['animação de endereço removida', 'animações de endereço removidas'],
  embed: ['quadro ou objeto incorporado removido', 'quadros ou objetos incorporados removidos'],
  form: ['campo de formulário removido', 'campos de formulário removidos'],
  link: ['link sem destino seguro desativado', 'links sem destino seguro desativados'],
  remote: ['recurso externo removido', 'recursos externos removidos'],
  style: ['regra de estilo insegura removida', 'regras de estilo inseguras removidas'],
  file: ['arquivo de tipo não aceito ignorado', 'arquivos de tipo não aceito ignorados'],
  unlisted: ['arquivo fora da lista do pacote ignorado', 'arquivos fora da lista do pacote ignorados'],
  missing: ['recurso que falta no arquivo ignorado', 'recursos que faltam no arquivo ignorados'],
  overlay: ['trecho de narração sincronizada ignorado', 'trechos de narração sincronizada ignorados'],
  malformed: ['página malformada consertada', 'páginas malformadas consertadas'],
  text: ['texto longo demais cortado', 'textos longos demais cortados'],
} as const

export type Removal = keyof typeof SENTENCES

/** Counts the sanitiser's removals, reported as one sentence for each category. */
export function countRemovals() {
  const counts = new Map<Removal, number>()
  return {
    add(removal: Removal) {
      counts.set(removal, (counts.get(removal) ?? 0) + 1)
    },
    sentences(): string[] {
      return (Object.keys(SENTENCES) as Removal[]).flatMap((removal) => {
        const count = counts.get(removal) ?? 0
        const [one, many] = SENTENCES[removal]
        return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
      })
    },
  }
}
export type Removals = ReturnType<typeof countRemovals>
