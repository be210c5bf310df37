declare module 'draco3dgltf' {
  const draco: { createDecoderModule(): Promise<object> };
  export default draco;
}
