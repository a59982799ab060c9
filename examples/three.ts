import { hairGeometry, hairMaterial, massColour, meshGeometry } from 'pelage/three';
import * as THREE from 'three';
import type { Begin, Frame, Ready } from './messages.ts';

/** Hair in a three.js scene (WebGL 2), simulated in a worker. */

const canvas = document.querySelector('canvas')!;
const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { type: 'module' });
const begin: Begin = { scene: new URL('turning-bob.json', location.href).href, wants: 'points' };
worker.postMessage(begin);

const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
renderer.setSize(canvas.width, canvas.height, false);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0x1b1c1f);
const camera = new THREE.PerspectiveCamera(23, canvas.width / canvas.height, 0.05, 10);
const key = new THREE.DirectionalLight(0xfff4e6, 4);
key.position.set(-1, 1.2, 1.5);
const rim = new THREE.DirectionalLight(0xdde8ff, 3);
rim.position.set(1, 1, -1.2);
scene.add(key, rim, new THREE.HemisphereLight(0xcfd8ff, 0x40362e, 1));

worker.onmessage = ({ data }: MessageEvent<Ready>) => {
  const { first, id, frame, look } = data;
  const body = new THREE.Mesh(
    meshGeometry(data.body),
    new THREE.MeshStandardMaterial({ color: 0xc6a391, roughness: 0.6 }),
  );
  const geometry = hairGeometry({ first, id, positions: frame.hair }, { colour: massColour(look.hair) });
  scene.add(body, new THREE.Mesh(geometry, hairMaterial({ roughness: look.hair.roughness })));
  const { center, radius } = geometry.boundingSphere!;
  camera.position.set(center.x + 1.6 * radius, center.y + 0.2 * radius, center.z + 5 * radius);
  camera.lookAt(center.x, center.y - 0.2 * radius, center.z);

  const show = ({ hair, position, orientation }: Frame): void => {
    geometry.update(hair);
    body.position.set(...position);
    body.quaternion.set(...orientation);
    requestAnimationFrame(() => {
      renderer.render(scene, camera);
      document.documentElement.dataset.frames = String(Number(document.documentElement.dataset.frames ?? 0) + 1);
      // The memory goes back and asks for the next frame.
      worker.postMessage(hair, [hair.buffer]);
    });
  };
  worker.onmessage = ({ data: next }: MessageEvent<Frame>) => show(next);
  show(frame);
};
