import { Pool } from 'undici'
import { Exchange } from '#lib/web/fetch/exchange.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { guardedConnect } from '#lib/web/fetch/guarded-connect.ts'
import { createAddressGuard, type AddressGuard } from '#lib/web/fetch/address-guard.ts'

export interface UpstreamSettings {
  readonly connectMs: number
  /** Addresses and networks that a `guarded` provider may use although they are not public. */
  readonly allowPrivateProviders: readonly string[]
}

export interface Upstream {
  readonly request: UpstreamRequest
  /** Waits for running requests, then closes every connection. */
  close(): Promise<void>
}

/**
 * HTTP client of configured providers: one pool of HTTP/1.1 connections per origin and policy, so that a
 * connection opened under one policy never serves another.
 */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const pools = new Map<string, Pool>()
  // Providers keep their target: most requests need no key.
  const poolOf = new WeakMap<UpstreamTarget, Pool>()

  function poolFor(target: UpstreamTarget): Pool {
    const known = poolOf.get(target)
    if (known !== undefined) return known
    const pool = openPool(target)
    poolOf.set(target, pool)
    return pool
  }

  function openPool(target: UpstreamTarget): Pool {
    const key = `${target.policy} ${target.origin}`
    const known = pools.get(key)
    if (known !== undefined) return known
    const pool = new Pool(target.origin, {
      // The exchange enforces deadlines: undici's are per pool and only accurate to half a second.
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: 16 * 1024,
      connect: guardedConnect(guardFor(target.policy, settings), { connectMs: settings.connectMs }),
    })
    pools.set(key, pool)
    return pool
  }

  return {
    request: ({ target, method, path, body, stream, headers, onInterim, signal, timers }) =>
      new Promise<ExchangeResponse>((resolve, reject) => {
        if (signal.aborted)
          return reject(new ExchangeFault('aborted', 'The client disconnected.', signal.reason))
        const exchange = new Exchange(timers, signal, { resolve, reject, interim: onInterim })
        poolFor(target).dispatch(
          {
            method,
            path: target.basePath + path,
            headers: headers === undefined ? target.headers : { ...target.headers, ...headers },
            body: stream ?? body ?? null,
          },
          exchange,
        )
      }),
    close: async () => {
      await Promise.all(pools.values().map(pool => pool.close()))
    },
  }
}

function guardFor(policy: UpstreamTarget['policy'], settings: UpstreamSettings): AddressGuard {
  switch (policy) {
    case 'operator':
    case 'local':
      return createAddressGuard(['0.0.0.0/0', '::/0'])
    case 'guarded':
      return createAddressGuard(settings.allowPrivateProviders)
  }
}
