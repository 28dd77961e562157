import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { followPlaces } from './activity/place-news.ts'
import { activityRoutes } from './activity/routes.ts'
import { accountRoutes } from './admins/account-routes.ts'
import { adminGuards, refuseForeignOrigins } from './admins/authenticate-admin.ts'
import { signInRoutes } from './admins/sign-in-routes.ts'
import { annotationRoutes } from './annotations/routes.ts'
import { appearanceRoutes, logoRoutes } from './appearance/routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { createOpenIndexes } from './book-search/open-indexes.ts'
import { bookSearchRoutes } from './book-search/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { chapterPairRoutes } from './chapter-pairs/panel-routes.ts'
import { otherFormRoutes } from './chapter-pairs/routes.ts'
import type { Context } from './context.ts'
import { coverRoutes } from './covers/routes.ts'
import { authenticateClient } from './credentials/authenticate-client.ts'
import { createLastUse } from './credentials/last-use.ts'
import { credentialRoutes } from './credentials/panel-routes.ts'
import { dictionaryRoutes } from './dictionary/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { firstStepRoutes, readyRoutes } from './first-steps/routes.ts'
import { healthPanelRoutes } from './health/panel-routes.ts'
import { readOpeningScreen } from './home/opening-screen.ts'
import { homeRoutes } from './home/routes.ts'
import { enforceAccess } from './http/access.ts'
import { compressAnswer, compressText } from './http/compress.ts'
import { answerError } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { hostGate, playHost } from './http/hosts.ts'
import { collectMethods } from './http/method-not-allowed.ts'
import { answerNotFound } from './http/not-found.ts'
import { acceptEmptyBodies, ignoreTypeOfEmptyBody, openServer } from './http/open-server.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { refuseInvalidHeaders, refuseTransferCodings } from './http/refused-headers.ts'
import { securityTxtRoutes } from './http/security-txt.ts'
import { importRoutes } from './imports/jobs/panel-routes.ts'
import { endStream, LAST_EVENTS } from './launches/event-stream.ts'
import { launchLogRoutes } from './launches/panel-routes.ts'
import { exchangeRoutes, launchRoutes, memberSessionRoutes } from './launches/routes.ts'
import { createStreamsOfMember } from './launches/streams-of-member.ts'
import { publicationRoutes } from './library/publication-routes.ts'
import { libraryRoutes } from './library/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { createRangeFastPath } from './media/range-fast-path.ts'
import { mediaRoutes } from './media/routes.ts'
import { createAccessRefusals } from './members/access-refusals.ts'
import { authenticateMember } from './members/authenticate-member.ts'
import { createMemberLimits } from './members/member-limits.ts'
import type { SignedInMember } from './members/member-session.ts'
import { createOpenViews } from './members/open-views.ts'
import { panelMemberRoutes } from './members/panel-routes.ts'
import { memberRoutes } from './members/routes.ts'
import { memberUsageRoutes } from './members/usage-routes.ts'
import { createMilestones } from './milestones/milestone.ts'
import type { Metrics } from './observe/metrics.ts'
import { instrumentRequests, type Observers } from './observe/requests.ts'
import { panelPageRoutes } from './pages/panel-routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { partnerRoutes } from './partners/panel-routes.ts'
import { privacyRoutes } from './partners/privacy-routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { memberDataRoutes, panelMemberDataRoutes } from './privacy/routes.ts'
import { panelPublicationRoutes } from './publications/panel-routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { operatorLogRoutes } from './request-log/operator-routes.ts'
import { createRequestLog } from './request-log/request-log.ts'
import { requestLogRoutes } from './request-log/routes.ts'
import { invitationRoutes, teamRoutes } from './team/routes.ts'
import { createTitleIndex } from './title-search/title-index.ts'
import { panelUsageRoutes } from './usage/panel-routes.ts'
import { usageRoutes } from './usage/routes.ts'

/**
 * Creates the whole service over HTTP: routes, and the hooks before them. `stopping` aborts a little before the service
 * closes, when it should receive no more requests. `importsWaiting` is called when there is something to import.
 */
export function createApp(
  context: Context,
  {
    stopping = new AbortController().signal,
    importsWaiting = () => {},
    ...observers
  }: Observers & { stopping?: AbortSignal; importsWaiting?: () => void } = {},
): FastifyInstance {
  const { config } = context
  const { metrics } = observers
  const shared = createSharedState(context)
  const { openViews, streams, limits, lastUse, requestLog, accessRefusals, milestones } = shared
  const stopFollowingPlaces = followPlaces(context.db, streams)
  const authenticate = authenticateClient(context, shared.rateLimit, lastUse)
  // Tracing needs a span for every request.
  const fastPath = observers.tracing ? undefined : createRangeFastPath(context, openViews, stopping, observers)

  const app = openServer(context, fastPath, answerBadUrl)
  const instrumentRequest = instrumentRequests(app, stopping, { ...observers, requestEnded: requestLog.requestEnded })
  app.addHook('onRequest', async (request, reply) => {
    protectAnswer(reply)
    refuseInvalidHeaders(request)
    refuseTransferCodings(request)
    if (request.url.startsWith('/partner/')) ignoreTypeOfEmptyBody(request)
  })
  const gate = hostGate(config)
  if (gate) app.addHook('onRequest', gate)
  enforceAccess(app, {
    anyone: {},
    client: {
      onRequest: [
        authenticate,
        ({ client }, _, done) => {
          milestones.reach(client, 'first-call')
          done()
        },
      ],
    },
    member: {
      onRequest: [
        authenticateMember(context, limits),
        // Only a launch signs a member in.
        ({ member }, _, done) => {
          milestones.reach(member, 'launch-opened')
          done()
        },
      ],
    },
    admin: adminGuards(context),
  })

  healthRoutes(app, context, stopping)
  securityTxtRoutes(app, context)
  referenceRoutes(app, config)
  coverRoutes(app, context)
  logoRoutes(app, context)
  mediaRoutes(app, context, openViews, fastPath)
  answerNotFound(app, authenticate, playHost(config), pageRoutes(app, context))
  app.register(async (partner) => partnerApiRoutes(partner, context, shared, metrics))
  app.register(async (exchange) => signInPageRoutes(exchange, context, shared, metrics))
  app.register(async (play) => playRoutes(play, context, shared, metrics))
  panelPageRoutes(app, config)
  app.register(async (panel) => panelRoutes(panel, context, shared, importsWaiting))

  app.addHook('preClose', async () => openViews.close())
  app.addHook('onClose', async () => stopFollowingPlaces())
  for (const writer of [lastUse, milestones, requestLog, accessRefusals]) app.addHook('onClose', () => writer.close())
  return app

  // An undecodable path matches no route, so hooks do not run: check identity first here too.
  async function answerBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply) {
    instrumentRequest(request, reply)
    protectAnswer(reply)
    try {
      refuseInvalidHeaders(request)
      if (request.url.startsWith('/partner/')) await authenticate(request, reply)
    } catch (refusal) {
      return answerError(refusal, request, reply)
    }
    return answerError(error, request, reply)
  }
}

type SharedState = ReturnType<typeof createSharedState>

/** Creates the state that the routes of this process share in memory: open views, limits, caches, buffered writes. */
function createSharedState(context: Context) {
  const { config, db, clock, log, files } = context
  return {
    openViews: createOpenViews(context),
    // Like at shutdown: the page reconnects after a while if it is still open.
    streams: createStreamsOfMember((oldest) => endStream(oldest, LAST_EVENTS.closing)),
    rateLimit: createRateLimit(db),
    limits: createMemberLimits(clock),
    titleIndex: createTitleIndex(context),
    openIndex: createOpenIndexes(files),
    lastUse: createLastUse(db, config.timeZone, log),
    requestLog: createRequestLog(db, clock, log),
    accessRefusals: createAccessRefusals(db, clock, log),
    milestones: createMilestones(context),
  }
}

function partnerApiRoutes(
  partner: FastifyInstance,
  context: Context,
  { openViews, accessRefusals, milestones }: SharedState,
  metrics: Metrics | undefined,
): void {
  acceptEmptyBodies(partner)
  const refuseOtherMethods = collectMethods(partner, 'client')
  launchRoutes(partner, context, accessRefusals, metrics)
  memberRoutes(partner, context, openViews, milestones)
  catalogRoutes(partner, context)
  usageRoutes(partner, context)
  memberDataRoutes(partner, context, openViews)
  refuseOtherMethods()
}

function signInPageRoutes(
  exchange: FastifyInstance,
  context: Context,
  { openViews, limits, titleIndex }: SharedState,
  metrics: Metrics | undefined,
): void {
  exchange.addHook('onSend', compressText)
  const readOpening = (now: number, member: SignedInMember, path: string) =>
    readOpeningScreen(context, titleIndex, now, member, path)
  exchangeRoutes(exchange, context, openViews, limits, readOpening, metrics)
}

function playRoutes(
  play: FastifyInstance,
  context: Context,
  { openViews, streams, limits, titleIndex, openIndex, milestones }: SharedState,
  metrics: Metrics | undefined,
): void {
  play.addHook('onSend', compressAnswer)
  readyRoutes(play, milestones)
  memberSessionRoutes(play, context, openViews, streams, metrics)
  publicationRoutes(play, context, limits, titleIndex)
  otherFormRoutes(play, context)
  homeRoutes(play, context, titleIndex)
  discoveryRoutes(play, context, titleIndex)
  bookSearchRoutes(play, context, limits, openIndex)
  dictionaryRoutes(play, context, limits)
  libraryRoutes(play, context, titleIndex)
  queueRoutes(play, context, titleIndex)
  listRoutes(play, context, titleIndex)
  activityRoutes(play, context, limits, streams, metrics)
  annotationRoutes(play, context, limits, openIndex)
  preferenceRoutes(play, context)
}

function panelRoutes(
  panel: FastifyInstance,
  context: Context,
  { openViews, rateLimit, lastUse, requestLog, accessRefusals }: SharedState,
  importsWaiting: () => void,
): void {
  const writePending = () => Promise.all([requestLog.flush(), accessRefusals.flush()])
  panel.addHook('onRequest', refuseForeignOrigins(context.config))
  signInRoutes(panel, context)
  invitationRoutes(panel, context)
  accountRoutes(panel, context)
  teamRoutes(panel, context, openViews)
  auditRoutes(panel, context)
  credentialRoutes(panel, context, rateLimit, lastUse, openViews)
  panelPublicationRoutes(panel, context)
  chapterPairRoutes(panel, context)
  importRoutes(panel, context, importsWaiting)
  requestLogRoutes(panel, context, writePending)
  operatorLogRoutes(panel, context, writePending)
  panelMemberRoutes(panel, context, openViews, accessRefusals)
  panelMemberDataRoutes(panel, context, openViews)
  panelUsageRoutes(panel, context)
  memberUsageRoutes(panel, context)
  launchLogRoutes(panel, context)
  firstStepRoutes(panel, context, openViews)
  appearanceRoutes(panel, context)
  privacyRoutes(panel, context)
  partnerRoutes(panel, context, openViews)
  healthPanelRoutes(panel, context)
}

/** Forbids caching and MIME sniffing: answers carry secrets and personal data. Cacheable ones set their own header. */
function protectAnswer(reply: FastifyReply): void {
  reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff')
}
