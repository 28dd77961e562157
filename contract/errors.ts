/**
 * The messages for people of every error of the service, by HTTP status and code. Codes are stable; new ones may be
 * added (specification, section 7).
 */
const messages = {
  400: {
    VALIDATION: 'A requisição tem campos inválidos.',
    WEAK_PASSWORD:
      'Esta senha é fácil de adivinhar, como uma que tem o seu nome ou e-mail, ou já apareceu em vazamentos. Escolha outra, com pelo menos 12 caracteres.',
  },
  401: {
    INVALID_CLIENT:
      'Credencial ausente ou inválida. Envie Authorization: Basic com o client_id e o client_secret de uma credencial ativa.',
    INVALID_LAUNCH_TOKEN: 'Este link expirou, já foi usado ou não é válido. Peça um novo ao aplicativo do parceiro.',
    INVALID_ACCESS_TOKEN: 'Sua sessão terminou. Abra o serviço de novo pelo aplicativo.',
    NOT_SIGNED_IN: 'Entre no painel para continuar.',
    WRONG_SIGN_IN: 'E-mail ou senha incorretos. Confira os dois e tente de novo.',
    WRONG_PASSWORD: 'Senha incorreta. Confira e digite de novo.',
    CODE_REQUIRED: 'Digite o código do seu aplicativo autenticador.',
    WRONG_CODE: 'Código incorreto ou já usado. Espere o próximo e tente de novo.',
    SIGN_IN_AGAIN: 'Confirme a sua senha para continuar.',
  },
  403: {
    USER_REVOKED:
      'O acesso deste membro foi revogado ou bloqueado. Para devolvê-lo, envie PUT /partner/v1/users/{externalUserId} com status ACTIVE.',
    SECOND_FACTOR_NOT_SET_UP: 'Ligue o segundo fator da sua conta para continuar: aqui ele é obrigatório.',
    NOT_ALLOWED: 'O seu papel no painel não permite isto. Peça a um responsável da sua equipe.',
    FOREIGN_ORIGIN: 'Esta chamada não veio do painel. Abra-o no endereço oficial dele e tente de novo.',
  },
  404: {
    INVALID_INVITATION: 'Este convite expirou, já foi usado ou foi retirado. Peça um novo.',
    INVALID_RESET: 'Este link expirou ou já foi usado. Peça outro.',
    USER_NOT_FOUND:
      'Nenhum membro com este externalUserId neste ambiente. Confira o identificador e o ambiente da credencial.',
    PUBLICATION_NOT_FOUND: 'Este título não existe ou saiu do acervo. Escolha outro.',
    NOT_FOUND:
      'Endereço não encontrado. Confira o domínio e o caminho na referência da API: em minúsculas e sem barra no fim.',
    LIST_NOT_FOUND: 'Esta lista não existe mais. Escolha outra, ou crie uma.',
  },
  405: {
    METHOD_NOT_ALLOWED: 'Este endereço não aceita o método usado. Veja no cabeçalho Allow os que ele aceita.',
  },
  408: {
    REQUEST_TIMEOUT: 'A requisição não chegou inteira em 30 segundos. Repita a chamada.',
  },
  409: {
    EMAIL_CONFLICT:
      'Este e-mail já pertence a outro membro. Repita a chamada sem email e corrija a duplicidade no seu cadastro.',
    ADMIN_EXISTS: 'Já existe uma conta no painel com este e-mail. Use outro, ou a conta que já existe.',
    SLUG_TAKEN: 'Outro parceiro já tem este nome curto. Escolha outro.',
    PARTNER_SUSPENDED:
      'O acesso do parceiro está suspenso: nenhum link abre enquanto isso. Fale com quem opera o serviço.',
    TOO_MANY_ANNOTATIONS_IN_TITLE:
      'Este título já tem 5.000 anotações suas, o máximo. Apague as que não usa mais para fazer outras.',
    TOO_MANY_ANNOTATIONS:
      'Você chegou ao limite de 50.000 anotações, ou de 64 MiB delas. Apague as que não usa mais; o lugar delas fica livre em 30 dias.',
    QUEUE_FULL: 'A fila já tem 100 títulos. Tire algum antes de pôr outro.',
    LIST_FULL: 'Esta lista já tem 200 títulos. Tire algum antes de pôr outro.',
    LISTS_FULL: 'Você já tem 50 listas. Apague alguma antes de criar outra.',
    CHANGED_MEANWHILE: 'Isto mudou enquanto você escrevia. Veja como está agora e salve de novo.',
    CREDENTIAL_NAME_TAKEN: 'Já há uma credencial ativa com este nome neste ambiente. Dê outro nome a esta.',
    TOO_MANY_CREDENTIALS:
      'Já há 20 credenciais ativas neste ambiente. Revogue as que não são mais usadas antes de criar outra.',
    TOO_MANY_INVITATIONS:
      'Já há 20 convites esperando resposta. Retire os que não valem mais antes de convidar outra pessoa.',
    INVITATION_NOT_SENT:
      'O servidor de e-mail não aceitou este convite, e ele foi retirado. Confira o endereço; se estiver certo, tente de novo daqui a pouco.',
    LAST_OWNER: 'É o último responsável da equipe: dê este papel a outra pessoa antes.',
    SECOND_FACTOR_MANDATORY:
      'Aqui o segundo fator é obrigatório e não pode ser desligado. Se trocou de celular, use “Trocar de aplicativo”.',
    IMPORT_STARTED: 'Esta importação já começou: faça outra para enviar mais arquivos.',
    IMPORT_EMPTY: 'Envie ao menos um arquivo antes de começar a importação.',
    NOT_IN_QUARANTINE:
      'Este título não está mais na quarentena, ou o arquivo dele já foi removido. Envie o arquivo de novo.',
    EMPTY_CATALOG:
      'Ainda não há títulos no seu acervo: sem eles não há o que ouvir nem ler. Fale com quem opera o serviço.',
  },
  411: {
    LENGTH_REQUIRED: 'Diga o tamanho do arquivo no cabeçalho Content-Length.',
  },
  413: {
    ANNOTATIONS_TOO_LARGE: 'O arquivo de anotações passa de 8 MiB. Importe um livro de cada vez.',
    FILE_TOO_LARGE: 'O arquivo passa de 2 GiB, o limite de um título. Envie um menor.',
    IMPORT_TOO_LARGE: 'A importação passa de 5.000 arquivos ou de 200 GiB. Comece esta, e envie o resto em outra.',
    PICTURE_TOO_LARGE: 'A imagem passa de 10 MiB. Envie uma menor.',
    LOGO_TOO_LARGE: 'O logotipo passa de 1 MiB. Envie um arquivo menor.',
    PAYLOAD_TOO_LARGE: 'O corpo da requisição passa de 64 KiB. Envie só os campos documentados.',
  },
  415: {
    UNSUPPORTED_UPLOAD: 'Envie o próprio arquivo no corpo, com Content-Type: application/octet-stream.',
    UNSUPPORTED_MEDIA_TYPE: 'Envie o corpo em JSON e UTF-8, sem compressão, com Content-Type: application/json.',
  },
  422: {
    ANNOTATIONS_OF_ANOTHER_TITLE:
      'As anotações deste arquivo são de outro título. Abra o título certo e importe o arquivo de novo.',
    UNUSABLE_PICTURE:
      'Esta imagem não serve de capa. Envie um JPEG, PNG, WebP, GIF ou AVIF inteiro, de até 40 megapixels, com ao menos 64 pixels no lado menor e, no maior, até o triplo dele.',
    UNUSABLE_LOGO:
      'Este arquivo não serve de logotipo. Envie uma imagem PNG, JPEG ou WebP inteira, de até 4 megapixels. SVG não é aceito.',
    LOGO_TOO_LONG: 'O logotipo é comprido demais: o lado maior pode ter até 10 vezes o menor. Envie outra imagem.',
  },
  429: {
    RATE_LIMITED: 'Limite de requisições por minuto atingido. Espere o tempo do cabeçalho Retry-After e tente de novo.',
    TOO_MANY_ATTEMPTS: 'Muitas tentativas. Espere um pouco e tente de novo.',
  },
  500: {
    INTERNAL: 'Erro interno. Tente de novo; se persistir, informe o X-Request-Id ao suporte.',
  },
  503: {
    UNAVAILABLE: 'Serviço indisponível no momento. Tente de novo em alguns segundos.',
  },
  507: {
    DISK_FULL: 'Não há espaço em disco para guardar este arquivo. Libere espaço e envie de novo.',
  },
}
type Messages = typeof messages

type CodeOf<Status extends keyof Messages> = Status extends unknown ? keyof Messages[Status] : never
export type ErrorCode = CodeOf<keyof Messages>

/** The codes listed under two statuses: `errors` would hold only the last, so the cast below fails if there is one. */
type RepeatedCode = {
  [Status in keyof Messages]: CodeOf<Status> & CodeOf<Exclude<keyof Messages, Status>>
}[keyof Messages]

export const errors = Object.fromEntries(
  Object.entries(messages).flatMap(([status, ofStatus]) =>
    Object.entries(ofStatus).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as [RepeatedCode] extends [never]
  ? Record<ErrorCode, { status: number; message: string }>
  : `${RepeatedCode} has two statuses`
