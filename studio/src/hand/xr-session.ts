import { workInXr, type XrHandOptions, type XrSession } from './xr-hand.ts';

interface XrSystem {
  isSessionSupported(mode: string): Promise<boolean>;
  requestSession(mode: string, options: object): Promise<XrSession & { updateRenderState(state: object): void }>;
}

const system = (): XrSystem | undefined => (navigator as unknown as { readonly xr?: XrSystem }).xr;

export async function hasXr(): Promise<boolean> {
  return (
    (await system()
      ?.isSessionSupported('immersive-vr')
      .catch(() => false)) ?? false
  );
}

/** Controllers work while the picture stays on the screen, as a stylus on a desk would. Browsers want a layer all the same. */
export async function startXr(options: XrHandOptions): Promise<void> {
  const session = await system()!.requestSession('immersive-vr', { requiredFeatures: ['local-floor'] });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { xrCompatible: true });
  const Layer = (window as unknown as { XRWebGLLayer: new (session: object, context: object | null) => object })
    .XRWebGLLayer;
  session.updateRenderState({ baseLayer: new Layer(session, context) });
  await workInXr(session, options);
}
