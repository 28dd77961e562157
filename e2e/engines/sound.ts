import { startProgram } from './program.ts'

/** Opens a virtual sound card: without any, Firefox stops at the first second. */
export async function openSound() {
  const server = await startProgram(
    'sh',
    (folder) => [
      '-c',
      `pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --disable-shm \
        --load=module-null-sink --load='module-native-protocol-unix auth-anonymous=1 socket=${folder}/pulse' 2>/dev/null &
      until [ -S ${folder}/pulse ]; do sleep 0.05; done; echo started; wait`,
    ],
    /(started)/,
  )
  return { address: `unix:${server.folder}/pulse`, close: server.close }
}
