/** @type {import('next').NextConfig} */
export default {
  typedRoutes: true,
  // `npm run check` reads the types of the whole tree; a start need not wait for those of the tests.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Streams must reach the browser chunk by chunk; the gateway in front is on loopback, so gzip here only costs.
  compress: false,
  images: { unoptimized: true },
  // Browsers ask for this name of their own accord when one page follows another.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // The public port is the gateway's; it forwards the overlay's and hot reload's requests under either name.
  allowedDevOrigins: ['localhost', '127.0.0.1'],
}
