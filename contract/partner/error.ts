import { type Static, Type } from 'typebox'

/** The one shape of every error under `/partner/v1` and `/play/v1` (specification, section 2). */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'O status HTTP.' }),
    code: Type.String({ description: 'Código estável. Códigos novos podem surgir: ignore os que não conhece.' }),
    message: Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'Lista de frases em `VALIDATION`; uma frase nos demais.',
    }),
  },
  { title: 'Error', description: 'Erro.' },
)
export type ErrorBody = Static<typeof ErrorBody>
