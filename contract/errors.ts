/**
 * Every error of the service: its HTTP status and its message for people.
 * Codes are stable; new ones may be added (specification, section 7).
 */
export const errors = {
  VALIDATION: { status: 400, message: 'A requisição tem campos inválidos.' },
  INVALID_CLIENT: {
    status: 401,
    message:
      'Credencial ausente ou inválida. Envie Authorization: Basic com o client_id e o client_secret de uma credencial ativa.',
  },
  INVALID_LAUNCH_TOKEN: {
    status: 401,
    message: 'Este link expirou, já foi usado ou não é válido. Peça um novo ao aplicativo do parceiro.',
  },
  INVALID_ACCESS_TOKEN: { status: 401, message: 'Sua sessão terminou. Abra o serviço de novo pelo aplicativo.' },
  NOT_SIGNED_IN: { status: 401, message: 'Entre no painel para continuar.' },
  WRONG_SIGN_IN: { status: 401, message: 'E-mail ou senha incorretos. Confira os dois e tente de novo.' },
  WRONG_PASSWORD: { status: 401, message: 'Senha incorreta. Confira e digite de novo.' },
  CODE_REQUIRED: { status: 401, message: 'Digite o código do seu aplicativo autenticador.' },
  WRONG_CODE: { status: 401, message: 'Código incorreto ou já usado. Espere o próximo e tente de novo.' },
  SIGN_IN_AGAIN: { status: 401, message: 'Confirme a sua senha para continuar.' },
  USER_REVOKED: {
    status: 403,
    message:
      'O acesso deste membro foi revogado ou bloqueado. Para devolvê-lo, envie PUT /partner/v1/users/{externalUserId} com status ACTIVE.',
  },
  SECOND_FACTOR_NOT_SET_UP: {
    status: 403,
    message: 'Ligue o segundo fator da sua conta para continuar: aqui ele é obrigatório.',
  },
  NOT_ALLOWED: { status: 403, message: 'O seu papel no painel não permite isto. Peça a um responsável da sua equipe.' },
  FOREIGN_ORIGIN: {
    status: 403,
    message: 'Esta chamada não veio do painel. Abra-o no endereço oficial dele e tente de novo.',
  },
  INVALID_INVITATION: { status: 404, message: 'Este convite expirou, já foi usado ou foi retirado. Peça um novo.' },
  INVALID_RESET: { status: 404, message: 'Este link expirou ou já foi usado. Peça outro.' },
  USER_NOT_FOUND: {
    status: 404,
    message:
      'Nenhum membro com este externalUserId neste ambiente. Confira o identificador e o ambiente da credencial.',
  },
  PUBLICATION_NOT_FOUND: { status: 404, message: 'Este título não existe ou saiu do acervo. Escolha outro.' },
  NOT_FOUND: {
    status: 404,
    message:
      'Endereço não encontrado. Confira o domínio e o caminho na referência da API: em minúsculas e sem barra no fim.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Este endereço não aceita o método usado. Veja no cabeçalho Allow os que ele aceita.',
  },
  REQUEST_TIMEOUT: { status: 408, message: 'A requisição não chegou inteira em 30 segundos. Repita a chamada.' },
  EMAIL_CONFLICT: {
    status: 409,
    message:
      'Este e-mail já pertence a outro membro. Repita a chamada sem email e corrija a duplicidade no seu cadastro.',
  },
  ADMIN_EXISTS: {
    status: 409,
    message: 'Já existe uma conta no painel com este e-mail. Use outro, ou a conta que já existe.',
  },
  SLUG_TAKEN: { status: 409, message: 'Outro parceiro já tem este nome curto. Escolha outro.' },
  PARTNER_SUSPENDED: {
    status: 409,
    message: 'O acesso do parceiro está suspenso: nenhum link abre enquanto isso. Fale com quem opera o serviço.',
  },
  TOO_MANY_ANNOTATIONS_IN_TITLE: {
    status: 409,
    message: 'Este título já tem 5.000 anotações suas, o máximo. Apague as que não usa mais para fazer outras.',
  },
  ANNOTATIONS_OF_ANOTHER_TITLE: {
    status: 422,
    message: 'As anotações deste arquivo são de outro título. Abra o título certo e importe o arquivo de novo.',
  },
  ANNOTATIONS_TOO_LARGE: {
    status: 413,
    message: 'O arquivo de anotações passa de 8 MiB. Importe um livro de cada vez.',
  },
  TOO_MANY_ANNOTATIONS: {
    status: 409,
    message:
      'Você chegou ao limite de 50.000 anotações, ou de 64 MiB delas. Apague as que não usa mais; o lugar delas fica livre em 30 dias.',
  },
  QUEUE_FULL: { status: 409, message: 'A fila já tem 100 títulos. Tire algum antes de pôr outro.' },
  LIST_NOT_FOUND: { status: 404, message: 'Esta lista não existe mais. Escolha outra, ou crie uma.' },
  LIST_FULL: { status: 409, message: 'Esta lista já tem 200 títulos. Tire algum antes de pôr outro.' },
  LISTS_FULL: { status: 409, message: 'Você já tem 50 listas. Apague alguma antes de criar outra.' },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Isto mudou enquanto você escrevia. Veja como está agora e salve de novo.',
  },
  TOO_MANY_CREDENTIALS: {
    status: 409,
    message: 'Já há 20 credenciais ativas neste ambiente. Revogue as que não são mais usadas antes de criar outra.',
  },
  TOO_MANY_INVITATIONS: {
    status: 409,
    message: 'Já há 20 convites esperando resposta. Retire os que não valem mais antes de convidar outra pessoa.',
  },
  INVITATION_NOT_SENT: {
    status: 409,
    message:
      'O servidor de e-mail não aceitou este convite, e ele foi retirado. Confira o endereço; se estiver certo, tente de novo daqui a pouco.',
  },
  LAST_OWNER: { status: 409, message: 'É o último responsável da equipe: dê este papel a outra pessoa antes.' },
  SECOND_FACTOR_MANDATORY: {
    status: 409,
    message:
      'Aqui o segundo fator é obrigatório e não pode ser desligado. Se trocou de celular, use “Trocar de aplicativo”.',
  },
  IMPORT_STARTED: { status: 409, message: 'Esta importação já começou: faça outra para enviar mais arquivos.' },
  IMPORT_EMPTY: { status: 409, message: 'Envie ao menos um arquivo antes de começar a importação.' },
  NOT_IN_QUARANTINE: {
    status: 409,
    message: 'Este título não está mais na quarentena, ou o arquivo dele já foi removido. Envie o arquivo de novo.',
  },
  LENGTH_REQUIRED: { status: 411, message: 'Diga o tamanho do arquivo no cabeçalho Content-Length.' },
  FILE_TOO_LARGE: { status: 413, message: 'O arquivo passa de 2 GiB, o limite de um título. Envie um menor.' },
  IMPORT_TOO_LARGE: {
    status: 413,
    message: 'A importação passa de 5.000 arquivos ou de 200 GiB. Comece esta, e envie o resto em outra.',
  },
  PICTURE_TOO_LARGE: { status: 413, message: 'A imagem passa de 10 MiB. Envie uma menor.' },
  UNSUPPORTED_UPLOAD: {
    status: 415,
    message: 'Envie o próprio arquivo no corpo, com Content-Type: application/octet-stream.',
  },
  UNUSABLE_PICTURE: {
    status: 422,
    message:
      'Esta imagem não serve de capa. Envie um JPEG, PNG, WebP, GIF ou AVIF inteiro, de até 40 megapixels, com ao menos 64 pixels no lado menor e, no maior, até o triplo dele.',
  },
  DISK_FULL: {
    status: 507,
    message: 'Não há espaço em disco para guardar este arquivo. Libere espaço e envie de novo.',
  },
  EMPTY_CATALOG: {
    status: 409,
    message: 'Ainda não há títulos no seu acervo: sem eles não há o que ouvir nem ler. Fale com quem opera o serviço.',
  },
  LOGO_TOO_LARGE: { status: 413, message: 'O logotipo passa de 1 MiB. Envie um arquivo menor.' },
  UNUSABLE_LOGO: {
    status: 422,
    message:
      'Este arquivo não serve de logotipo. Envie uma imagem PNG, JPEG ou WebP inteira, de até 4 megapixels. SVG não é aceito.',
  },
  LOGO_TOO_LONG: {
    status: 422,
    message: 'O logotipo é comprido demais: o lado maior pode ter até 10 vezes o menor. Envie outra imagem.',
  },
  WEAK_PASSWORD: {
    status: 400,
    message:
      'Esta senha é fácil de adivinhar ou já apareceu em vazamentos. Escolha outra, com pelo menos 12 caracteres.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'O corpo da requisição passa de 64 KiB. Envie só os campos documentados.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Envie o corpo em JSON e UTF-8, sem compressão, com Content-Type: application/json.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Limite de requisições por minuto atingido. Espere o tempo do cabeçalho Retry-After e tente de novo.',
  },
  TOO_MANY_ATTEMPTS: { status: 429, message: 'Muitas tentativas. Espere um pouco e tente de novo.' },
  INTERNAL: { status: 500, message: 'Erro interno. Tente de novo; se persistir, informe o X-Request-Id ao suporte.' },
  UNAVAILABLE: { status: 503, message: 'Serviço indisponível no momento. Tente de novo em alguns segundos.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
