/**
 * The statements shown from W3C's Accessibility Metadata Display Guide 2.0, word for word in their Portuguese of
 * Brazil: `lang/pt-BR/display_guide_vocabulary_vitalsource.json` (2.0.b, a translation by VitalSource) of
 * https://github.com/w3c/publ-a11y-display-guide-localizations at 8963ee3. Surrounding white space is trimmed.
 * Copyright © W3C (https://www.w3.org/copyright/software-license-2023/).
 */
export const vocabulary = {
  'ways-of-reading-title': 'Formas de leitura',
  'ways-of-reading-nonvisual-reading-alt-text': 'Tem descrições de texto alternativas para imagens',
  'ways-of-reading-nonvisual-reading-no-metadata': 'Nenhuma informação sobre leitura não visual está disponível',
  'ways-of-reading-nonvisual-reading-none': 'O conteúdo não pode ser lido como fala em voz alta nem braille dinâmico',
  'ways-of-reading-nonvisual-reading-not-fully': 'Nem todo o conteúdo pode ser lido em voz alta nem braille dinâmico',
  'ways-of-reading-nonvisual-reading-readable': 'Todo o conteúdo pode ser lido em voz alta e braille dinâmico',
  'ways-of-reading-prerecorded-audio-complementary': 'Clipes pré-gravados de áudio são incorporados ao conteúdo',
  'ways-of-reading-prerecorded-audio-only': 'Audiolivro sem texto como alternativa',
  'ways-of-reading-prerecorded-audio-synchronized':
    'Todo o conteúdo está disponível como áudio pré-gravado sincronizado com o texto',
  'ways-of-reading-visual-adjustments-modifiable':
    'A aparência do texto e do layout da página pode ser modificada de acordo com os recursos do sistema de leitura (família e tamanho da fonte, espaços entre parágrafos, frases, palavras e letras, bem como a cor do plano de fundo e do texto)',
  'ways-of-reading-visual-adjustments-unknown':
    'Não há informações disponíveis sobre a possibilidade de modificar a aparência',
  'ways-of-reading-visual-adjustments-unmodifiable':
    'O layout do texto e da página não pode ser modificado, pois a leitura se aproxima da versão impressa. Os sistemas de leitura ainda podem dar opções de zoom',
  'conformance-title': 'Conformidade',
  'conformance-details-title': 'Informações detalhadas de conformidade',
  'conformance-a':
    'A publicação contém uma declaração de conformidade dentro das normas de acessibilidade EPUB e WCAG 2 Nível A',
  'conformance-aa':
    'A publicação contém uma declaração de conformidade dentro das normas de acessibilidade EPUB e WCAG 2 Nível AA',
  'conformance-aaa':
    'A publicação contém uma declaração de conformidade dentro das normas de acessibilidade EPUB e WCAG 2 Nível AAA',
  'conformance-certifier': 'A publicação foi certificada por',
  'conformance-certifier-credentials': 'A credencial do certificador é',
  'conformance-details-certification-info': 'A publicação foi certificada em',
  'conformance-details-certifier-report': 'Saiba no relatório do certificador',
  'conformance-details-claim': 'Esta publicação afirma atender',
  'conformance-details-epub-accessibility-1-0': 'Acessibilidade EPUB 1.0',
  'conformance-details-epub-accessibility-1-1': 'Acessibilidade EPUB 1.1',
  'conformance-details-level-a': 'Nível A',
  'conformance-details-level-aa': 'Nível AA',
  'conformance-details-level-aaa': 'Nível AAA',
  'conformance-details-wcag-2-0': 'Diretrizes para Acessibilidade de Conteúdo da Web (WCAG) 2.0',
  'conformance-details-wcag-2-1': 'Diretrizes para Acessibilidade de Conteúdo da Web (WCAG) 2.1',
  'conformance-details-wcag-2-2': 'Diretrizes para Acessibilidade de Conteúdo da Web (WCAG) 2.2',
  'conformance-no': 'Nenhuma informação está disponível',
  'conformance-unknown-standard':
    'O cumprimento dos padrões aceitos para acessibilidade desta publicação não pode ser determinado',
  'navigation-title': 'Navegação',
  'navigation-index': 'Índice com links para entradas referenciadas',
  'navigation-page-navigation': 'Lista de páginas para acessar páginas da versão impressa de origem',
  'navigation-structural': 'Elementos como cabeçalhos, tabelas, etc. para navegação estruturada',
  'navigation-toc': 'Índice de todos os capítulos do texto via links',
  'rich-content-title': 'Conteúdo avançado',
  'rich-content-accessible-chemistry-as-latex': 'Fórmulas químicas em formato acessível (LaTeX)',
  'rich-content-accessible-chemistry-as-mathml': 'Fórmulas químicas em formato acessível (MathML)',
  'rich-content-accessible-math-as-latex': 'Fórmulas matemáticas em formato acessível (LaTeX)',
  'rich-content-accessible-math-as-mathml': 'Fórmulas matemáticas em formato acessível (MathML)',
  'rich-content-accessible-math-described': 'Descrições textuais de matemática são fornecidas',
  'rich-content-closed-captions': 'Os vídeos incluídos nas publicações têm legendas ocultas',
  'rich-content-extended': 'As imagens ricas em informações são descritas por descrições ampliadas',
  'rich-content-open-captions': 'Os vídeos incluídos nas publicações têm legendas abertas',
  'rich-content-transcript': 'Transcrições fornecidas',
  'hazards-title': 'Perigos',
  'hazards-flashing': 'A publicação contém conteúdo piscante que pode causar convulsões fotossensíveis',
  'hazards-motion': 'A publicação contém simulações de movimento que podem causar desconforto',
  'hazards-none': 'A publicação não contém riscos',
  'hazards-sound': 'A publicação contém sons que podem causar desconforto',
  'hazards-unknown': 'A presença de riscos é desconhecida',
  'accessibility-summary-title': 'Resumo da acessibilidade',
  'legal-considerations-title': 'Considerações legais',
  'legal-considerations-exempt': 'A publicação alega isenção de acessibilidade em algumas jurisdições',
  'additional-accessibility-information-title': 'Outras informações sobre acessibilidade',
  'additional-accessibility-information-aria':
    'O conteúdo é aprimorado com funções ARIA para otimizar a organização e facilitar a navegação',
  'additional-accessibility-information-audio-descriptions': 'Descrições de áudio',
  'additional-accessibility-information-braille': 'Braille',
  'additional-accessibility-information-full-ruby-annotations': 'Anotações Ruby completas',
  'additional-accessibility-information-high-contrast-between-foreground-and-background-audio':
    'Alto contraste entre áudio de fundo e de primeiro plano',
  'additional-accessibility-information-high-contrast-between-text-and-background':
    'Alto contraste entre o texto em primeiro plano e o fundo',
  'additional-accessibility-information-large-print': 'Impressão grande',
  'additional-accessibility-information-page-breaks': 'Quebras de página incluídas da fonte de impressão original',
  'additional-accessibility-information-ruby-annotations': 'Algumas anotações Ruby',
  'additional-accessibility-information-sign-language': 'Língua de sinais',
  'additional-accessibility-information-tactile-graphics':
    'Foram integrados gráficos táteis para facilitar o acesso de pessoas cegas aos elementos visuais',
  'additional-accessibility-information-tactile-objects': 'Objetos 3D táteis',
  'additional-accessibility-information-text-to-speech-hinting': 'Sugestão de texto para fala fornecida',
} as const

export type StatementId = keyof typeof vocabulary
