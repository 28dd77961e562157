import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { goBack, leftBy, navigate, putOver, query, screen, scrollTarget, startRouter } from './router.ts'
import { openPage } from './test/browser-history.ts'

describe('the address of the embedded app', () => {
  it('leads to each known screen', () => {
    openPage('/leitor/pub_1?x=1')

    assert.deepEqual(screen.value, { name: 'reader', id: 'pub_1' })
  })

  it('shows home for an unknown route', () => {
    openPage('/launch')

    assert.deepEqual(screen.value, { name: 'home' })
  })

  it('is replaced by home’s when the router is sent to an unknown route', () => {
    const unknown = [
      '//evil.example/explorar',
      'https://evil.example/',
      '/nao-existe',
      '/player/',
      '/perfil/../../painel',
    ]
    for (const path of unknown) {
      const page = openPage('/explorar')

      navigate(path)

      assert.deepEqual([path, ...page.addresses()], [path, '/explorar', '/'])
      assert.deepEqual(screen.value, { name: 'home' })
    }
  })

  it('changes at once when the screen follows later, and adds no entry for the address that is shown', async () => {
    const page = openPage('/explorar')

    navigate('/biblioteca', { later: true })
    navigate('/biblioteca', { later: true })
    const before = screen.value
    await new Promise((resolve) => setTimeout(resolve))

    assert.deepEqual(page.addresses(), ['/explorar', '/biblioteca'])
    assert.deepEqual([before, screen.value], [{ name: 'explore' }, { name: 'library' }])
  })

  it('keeps the query of the screen', () => {
    openPage('/')

    navigate('/explorar?q=mar')

    assert.equal(query.value, 'q=mar')
  })

  it('keeps the host’s parameters across entries, so that a reload has them', () => {
    const view = { embed: true, closable: true }
    const page = openPage('/launch?embed=1', { view })

    navigate('/', { replace: true })
    navigate('/biblioteca')

    assert.deepEqual(page.history.state, { index: 1, view })
  })

  it('restores the scroll position of a list, and knows the link that was followed', () => {
    const page = openPage('/explorar')
    page.scrollY = 1234
    page.document = { activeElement: { getAttribute: () => '/player/pub_1' } }
    navigate('/player/pub_1')
    assert.equal(scrollTarget.value, 0)
    assert.equal(leftBy, undefined)

    goBack()

    assert.deepEqual(screen.value, { name: 'explore' })
    assert.equal(scrollTarget.value, 1234)
    assert.equal(leftBy, '/player/pub_1')
  })

  it('returns home from a player that the launch opened', () => {
    const page = openPage('/player/pub_1')

    goBack()

    assert.deepEqual(page.addresses(), ['/'])
  })

  it('closes an overlay before it leaves the screen', () => {
    const page = openPage('/biblioteca')
    const closed: string[] = []
    navigate('/player/pub_1')
    const current = screen.value
    putOver(() => closed.push('sheet'))

    page.history.back()

    assert.deepEqual([closed, screen.value], [['sheet'], current])
    assert.equal(screen.value, current)
    page.history.back()
    assert.deepEqual(screen.value, { name: 'library' })
  })

  it('keeps an overlay that is put over the screen again, with one entry', () => {
    const page = openPage('/biblioteca')
    navigate('/player/pub_1')
    let close = putOver(stay)
    function stay() {
      close = putOver(stay)
    }

    page.history.back()
    page.history.back()
    close()

    assert.deepEqual([page.history.state?.index, screen.value], [1, { name: 'player', id: 'pub_1' }])
    page.history.back()
    assert.deepEqual(screen.value, { name: 'library' })
  })

  it('leaves the screen when Back is pressed right after its overlay was closed', () => {
    const page = openPage('/biblioteca', null, { later: true })
    navigate('/player/pub_1')
    const close = putOver(() => {})

    close()
    goBack()
    page.settle()
    page.settle()

    assert.deepEqual(screen.value, { name: 'library' })
  })

  it('is the screen’s after a reload under an overlay', () => {
    const page = openPage('/biblioteca')
    navigate('/player/pub_1')
    page.history.pushState({ index: 2, isOver: true }, '', '/player/pub_1')

    startRouter(page)

    assert.deepEqual(
      [page.history.state, screen.value],
      [
        { index: 1, view: undefined },
        { name: 'player', id: 'pub_1' },
      ],
    )
    goBack()
    assert.deepEqual(screen.value, { name: 'library' })
  })

  it('has no entry left when an overlay is closed by hand, or leads on', () => {
    const page = openPage('/biblioteca')
    const closeFirst = putOver(() => assert.fail('closed by Back'))
    closeFirst()
    const closeSecond = putOver(() => {})

    navigate('/player/pub_1')
    closeSecond()

    assert.deepEqual(
      [page.addresses(), screen.value],
      [['/biblioteca', '/player/pub_1'], { name: 'player', id: 'pub_1' }],
    )
    goBack()
    assert.deepEqual(screen.value, { name: 'library' })
  })

  it('takes the place of the screen under overlays', () => {
    const page = openPage('/listas')
    navigate('/listas/1')
    const close = [putOver(() => {}), putOver(() => {})]

    navigate('/explorar', { replace: true })
    for (const one of close) one()

    assert.equal(screen.value.name, 'explore')
    goBack()
    assert.deepEqual([page.location.pathname, screen.value], ['/listas', { name: 'lists' }])
  })

  it('stays when the browser leaves the entry of an overlay only after the next screen is shown', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    for (const replace of [true, false]) {
      const page = openPage('/biblioteca', null, { later: true })
      const settle = () => [1, 2].forEach(page.settle)
      putOver(() => {})()
      navigate('/explorar', { replace })
      t.mock.timers.tick(1000)

      settle()

      assert.deepEqual([page.location.pathname, screen.value.name], ['/explorar', 'explore'])
      goBack()
      settle()
      assert.equal(screen.value.name, 'library')
    }
  })

  it('goes back at the first Back when the browser never left the entry of an overlay', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const page = openPage('/biblioteca', null, { later: true })
    putOver(() => {})()
    navigate('/explorar')
    t.mock.timers.tick(1000)
    t.mock.timers.tick(3000)

    page.history.back()
    for (const _ of [1, 2]) page.settle()

    assert.equal(screen.value.name, 'library')
  })

  it('stays with an overlay that opens while the entry of another is being left', () => {
    const page = openPage('/biblioteca', null, { later: true })
    const closed: string[] = []
    const closeFirst = putOver(() => closed.push('first'))
    closeFirst()
    putOver(() => closed.push('second'))

    page.settle()

    assert.deepEqual([closed, page.addresses()], [[], ['/biblioteca', '/biblioteca']])
    goBack()
    page.settle()
    assert.deepEqual([closed, screen.value], [['second'], { name: 'library' }])
  })

  it('leads on from an overlay that was closed a moment before', () => {
    const page = openPage('/biblioteca', null, { later: true })
    const close = putOver(() => {})
    close()

    navigate('/player/pub_1')
    page.settle()

    assert.deepEqual(page.addresses(), ['/biblioteca', '/player/pub_1'])
    assert.deepEqual(screen.value, { name: 'player', id: 'pub_1' })
  })
})
