import { json } from 'node:stream/consumers'
import { drawLogo } from './draw-logo.ts'

/* The subprocess that draws one logo (`logo.ts`): its task and its result are JSON. */

const { folder, picture } = (await json(process.stdin)) as { folder: string; picture: string }
process.stdout.write(JSON.stringify(await drawLogo(folder, Buffer.from(picture, 'base64'))))
