import { pathParts } from '../router.ts'
import { JobScreen } from './job-screen.tsx'
import { JobsScreen } from './jobs-screen.tsx'
import { QUARANTINE } from './paths.ts'
import { QuarantineScreen } from './quarantine-screen.tsx'
import './imports-screen.css'

/** Every import, one of them, or what was refused of all, as the address says. */
export function ImportsScreen() {
  const [id] = pathParts.value
  if (id === undefined) return <JobsScreen />
  return id === QUARANTINE ? <QuarantineScreen /> : <JobScreen key={id} id={id} />
}
