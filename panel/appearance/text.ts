/** Every sentence of the appearance. */
export const text = {
  title: 'Aparência',
  help: 'Como os seus clientes veem o serviço dentro do seu aplicativo. Vale a partir da próxima abertura, nos dois ambientes.',
  onlySee: 'Só quem é responsável muda a aparência.',

  brand: 'Marca',
  name: 'Nome',
  nameHint: (defaultName: string) => `Como seus clientes conhecem o aplicativo. Em branco, fica ${defaultName}.`,
  color: 'Cor',
  colorHint: 'Qualquer uma serve: onde ela não daria para ler, a visão a escurece ou clareia o bastante.',
  pickColor: 'Escolher a cor',
  clearColor: 'Sem cor',
  colorWrong: 'Escreva a cor na forma #rrggbb, como #1c5743.',
  colorMoved: (light: string, dark: string) =>
    `Na visão: ${light} no claro e ${dark} no escuro, para que tudo se leia.`,
  colorFills: (light: string, dark: string) =>
    `Na visão: ela mesma nos botões do claro; ${light} no texto do claro e ${dark} no escuro, para que tudo se leia.`,

  logo: 'Logotipo',
  logoHint:
    'PNG, JPEG ou WebP de até 1 MiB, de preferência largo e com fundo transparente. Vale assim que é escolhido.',
  chooseLogo: 'Escolher imagem',
  changeLogo: 'Trocar imagem',
  sending: 'Enviando…',
  removeLogo: 'Remover',
  giveUp: 'Desistir',
  logoAlt: (name: string) => `Logotipo de ${name}`,
  newLogoAlt: 'A imagem escolhida',
  noLogo: 'Sem logotipo',
  logoSavedToast: 'Logotipo salvo.',
  logoRemoved: 'Logotipo removido.',

  origins: 'Páginas que podem mostrar a visão',
  originsHelp:
    'Se a sua página na web abre a visão em um iframe, liste o endereço dela: nenhuma outra poderá. Sem nenhum na lista, qualquer página pode. Aplicativos que usam WebView não precisam de nada aqui.',
  origin: (number: number) => `Endereço ${number}`,
  originWrong: 'Este endereço não serve: veja abaixo por quê.',
  originPlaceholder: 'https://app.seubanco.com.br',
  addOrigin: 'Adicionar endereço',
  removeOrigin: (number: number) => `Remover o endereço ${number}`,
  originsHint: 'Só a origem, sem caminho. https://*.seubanco.com.br vale para todos os subdomínios.',
  noOrigins: 'Qualquer página pode mostrar a visão.',

  preview: 'Prévia',
  previewOf: { light: 'Prévia no claro', dark: 'Prévia no escuro' },
  schemes: { light: 'Claro', dark: 'Escuro' },
  sampleGreeting: 'Boa noite, Ana',
  sampleHeading: 'Continuar',
  sampleTitle: 'A padaria',
  sampleAuthor: 'Marina Duarte',
  samplePlay: 'Ouvir',
  sampleDetails: 'Detalhes',
  sampleHome: 'Início',
  sampleLibrary: 'Biblioteca',

  fields: { displayName: 'Nome', accentColor: 'Cor', frameOrigins: 'Páginas que podem mostrar a visão' },
  saved: 'Aparência salva: vale a partir da próxima abertura.',
}
