declare module 'gltf-validator' {
  interface Report {
    readonly issues: { readonly messages: readonly { readonly severity: number; readonly message: string }[] };
    readonly info: {
      readonly totalVertexCount: number;
      readonly animationCount: number;
      readonly hasMorphTargets: boolean;
      readonly extensionsUsed?: readonly string[];
    };
  }
  const validator: { validateBytes(bytes: Uint8Array): Promise<Report> };
  export default validator;
}
