;; SipHash-2-4 as siphash.ts in src/core/seal describes it, for sip-hash.ts, which holds it assembled (wat2wasm of wabt).
;; Memory: the key in bytes 0 to 15, the hash in 16 to 23, the padded text from 24 on.
(module
  (memory (export "memory") 1)
  (func (export "hash") (param $end i32) ;; where the padded text ends: a multiple of 8
    (local $v0 i64) (local $v1 i64) (local $v2 i64) (local $v3 i64)
    (local $word i64) (local $at i32) (local $rounds i32)
    (local.set $at (i32.const 24))
    (local.set $v0 (i64.xor (i64.load (i32.const 0)) (i64.const 0x736f6d6570736575)))
    (local.set $v1 (i64.xor (i64.load (i32.const 8)) (i64.const 0x646f72616e646f6d)))
    (local.set $v2 (i64.xor (i64.load (i32.const 0)) (i64.const 0x6c7967656e657261)))
    (local.set $v3 (i64.xor (i64.load (i32.const 8)) (i64.const 0x7465646279746573)))
    (loop $block
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then
          (local.set $word (i64.load (local.get $at)))
          (local.set $v3 (i64.xor (local.get $v3) (local.get $word)))
          (local.set $rounds (i32.const 2)))
        (else ;; the rounds that end it
          (local.set $word (i64.const 0))
          (local.set $v2 (i64.xor (local.get $v2) (i64.const 0xff)))
          (local.set $rounds (i32.const 4))))
      (loop $round
        (local.set $v0 (i64.add (local.get $v0) (local.get $v1)))
        (local.set $v1 (i64.xor (i64.rotl (local.get $v1) (i64.const 13)) (local.get $v0)))
        (local.set $v0 (i64.rotl (local.get $v0) (i64.const 32)))
        (local.set $v2 (i64.add (local.get $v2) (local.get $v3)))
        (local.set $v3 (i64.xor (i64.rotl (local.get $v3) (i64.const 16)) (local.get $v2)))
        (local.set $v0 (i64.add (local.get $v0) (local.get $v3)))
        (local.set $v3 (i64.xor (i64.rotl (local.get $v3) (i64.const 21)) (local.get $v0)))
        (local.set $v2 (i64.add (local.get $v2) (local.get $v1)))
        (local.set $v1 (i64.xor (i64.rotl (local.get $v1) (i64.const 17)) (local.get $v2)))
        (local.set $v2 (i64.rotl (local.get $v2) (i64.const 32)))
        (br_if $round (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1)))))
      (local.set $v0 (i64.xor (local.get $v0) (local.get $word)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $block (i32.le_u (local.get $at) (local.get $end))))
    (i64.store (i32.const 16)
      (i64.xor (i64.xor (local.get $v0) (local.get $v1)) (i64.xor (local.get $v2) (local.get $v3))))))
