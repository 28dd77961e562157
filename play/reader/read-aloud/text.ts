export const text = {
  title: 'Voz do aparelho',
  help: 'Quem lê é a voz deste aparelho, e o texto não sai dele. As páginas viram sozinhas; ao pausar, a frase recomeça. Conta como leitura.',
  voice: 'Voz',
  failed: 'A voz do aparelho parou.',
}
