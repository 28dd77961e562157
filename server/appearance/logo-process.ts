import { json } from 'node:stream/consumers'
import { drawLogo } from './draw-logo.ts'

/* A process of its own that draws one logo (`logo.ts`): what it is to do comes as JSON, what it made goes as JSON. */

const { folder, picture } = (await json(process.stdin)) as { folder: string; picture: string }
process.stdout.write(JSON.stringify(await drawLogo(folder, Buffer.from(picture, 'base64'))))
