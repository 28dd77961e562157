const SENTENCES = {
  script: ['1 trecho de script removido', (n: number) => `${n} trechos de script removidos`],
  handler: ['1 atributo de evento removido', (n: number) => `${n} atributos de evento removidos`],
  animation: ['1 animação de endereço removida', (n: number) => `${n} animações de endereço removidas`],
  embed: ['1 quadro ou objeto incorporado removido', (n: number) => `${n} quadros ou objetos incorporados removidos`],
  form: ['1 campo de formulário removido', (n: number) => `${n} campos de formulário removidos`],
  link: ['1 link sem destino seguro desativado', (n: number) => `${n} links sem destino seguro desativados`],
  remote: ['1 recurso externo removido', (n: number) => `${n} recursos externos removidos`],
  style: ['1 regra de estilo insegura removida', (n: number) => `${n} regras de estilo inseguras removidas`],
  file: ['1 arquivo de tipo não aceito ignorado', (n: number) => `${n} arquivos de tipo não aceito ignorados`],
  unlisted: [
    '1 arquivo fora da lista do pacote ignorado',
    (n: number) => `${n} arquivos fora da lista do pacote ignorados`,
  ],
  missing: ['1 recurso que falta no arquivo ignorado', (n: number) => `${n} recursos que faltam no arquivo ignorados`],
  overlay: [
    '1 trecho de narração sincronizada ignorado',
    (n: number) => `${n} trechos de narração sincronizada ignorados`,
  ],
  malformed: ['1 página malformada consertada', (n: number) => `${n} páginas malformadas consertadas`],
  text: ['1 texto longo demais cortado', (n: number) => `${n} textos longos demais cortados`],
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
        return count === 0 ? [] : [count === 1 ? one : many(count)]
      })
    },
  }
}
export type Removals = ReturnType<typeof countRemovals>
