// Package alike holds the tests that hold the three packages against the standard library's: the same program, once with each,
// must see the same.
package alike
